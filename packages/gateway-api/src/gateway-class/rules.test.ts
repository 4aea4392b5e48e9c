import { describeTable, type TableCase, tableOf } from '@sitrep/conditions/testing'
import { found, missing, unreadable } from '@sitrep/status'
import { classTables } from './rules.ts'
import type { GatewayClassObserved } from './types.ts'

type Facts = Pick<GatewayClassObserved, 'parameters' | 'bundleVersion'>

const steady: Facts = { parameters: undefined, bundleVersion: found('v1.7.0') }
const test = (type: string, cases: readonly TableCase<Facts>[]): void =>
  describeTable('a GatewayClass:', { rules: tableOf(classTables.released, type), steady }, cases)

// biome-ignore format: the table is the specification; its columns stay aligned
test('Accepted', [
  ['plain',      {},                                   'True Accepted',            'its Gateways are served'],
  ['parameters', { parameters: 'Shape' },              'False InvalidParameters',  'none are understood', 'Parameters of kind Shape are not supported'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
test('SupportedVersion', [
  ['known',      {},                                   'True SupportedVersion',    'these definitions are known'],
  ['newer',      { bundleVersion: found('v2.0.0') },   'False UnsupportedVersion', 'nobody knows what they mean'],
  ['says none',  { bundleVersion: found('') },         'False UnsupportedVersion', 'nobody knows what they mean', 'The definitions of the cluster do not say their version'],
  ['not there',  { bundleVersion: missing },           'absent',                   'there is nothing to say it of'],
  ['no look',    { bundleVersion: unreadable('no') },  'absent',                   'there is nothing to say it of'],
])
