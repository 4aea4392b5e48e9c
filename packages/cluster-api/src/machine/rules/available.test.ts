import type { Condition } from '@sitrep/conditions'
import { describeTable } from '@sitrep/conditions/testing'
import { ago, clock } from '../../machines-of/testing.ts'
import { proposalMachine } from '../rules-proposal/language.ts'
import { releasedMachine } from '../rules-released/language.ts'
import type { AvailableFacts } from './available.ts'

const readySince = (seconds: number): Condition => ({
  type: 'Ready',
  status: 'True',
  reason: 'Ready',
  message: '',
  lastTransitionTime: ago(seconds),
})
const steady: AvailableFacts = { ready: readySince(60), minReadySeconds: 0, clock }

// biome-ignore format: the table is the specification; its columns stay aligned
describeTable('a Machine, released:', { rules: releasedMachine.available, steady }, [
  ['steady',              {},                                             'True Available',                  'it is Ready, and nothing more is asked'],
  ['nobody speaks',       { ready: undefined },                           'Unknown InternalError',           'Ready is decided before, so its absence is a mistake'],
  ['not Ready',           { ready: { ...readySince(60), status: 'False' } }, 'False NotReady',               'what is not Ready is not Available'],
  ['Ready is unknown',    { ready: { ...readySince(60), status: 'Unknown' } }, 'False NotReady',             'not known to be Ready is not Ready'],
  ['not long enough',     { minReadySeconds: 61 },                        'False WaitingForMinReadySeconds', 'one second is missing'],
  ['just long enough',    { minReadySeconds: 60 },                        'True Available',                  'the second itself counts'],
  ['a clock set back',    { ready: readySince(-26) },                     'True Available',                  'nothing more than Ready is asked, whatever the time is'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
describeTable('a Machine, proposed:', { rules: proposalMachine.available, steady }, [
  ['steady',              {},                                             'True Available',                  'it is Ready, and nothing more is asked'],
  ['nobody speaks',       { ready: undefined },                           'Unknown InternalError',           'Ready is decided before, so its absence is a mistake'],
  ['not Ready',           { ready: { ...readySince(60), status: 'False' } }, 'False NotReady',               'what is not Ready is not Available'],
  ['Ready is unknown',    { ready: { ...readySince(60), status: 'Unknown' } }, 'Unknown ReadyUnknown',       'what nobody knows is not said to be wrong'],
  ['how long is unknown', { minReadySeconds: undefined },                 'Unknown InternalError',           'the owner, who says how long, cannot be read'],
  ['not Ready, anyway',   { minReadySeconds: undefined, ready: { ...readySince(60), status: 'False' } }, 'False NotReady', 'no time would be long enough'],
  ['not long enough',     { minReadySeconds: 61 },                        'False WaitingForMinReadySeconds', 'one second is missing'],
  ['just long enough',    { minReadySeconds: 60 },                        'True Available',                  'the second itself counts'],
  ['a clock set back',    { ready: readySince(-26) },                     'True Available',                  'nothing more than Ready is asked, whatever the time is'],
])
