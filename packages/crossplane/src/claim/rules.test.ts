import { describeTable, type TableCase } from '@sitrep/conditions/testing'
import { found, missing, type ObjectRef, unreadable } from '@sitrep/status'
import { available, creating, reconcileError, reconcileSuccess } from '../managed/layout.ts'
import { type BoundFacts, readyByComposite } from './rules.ts'
import type { ClaimObserved } from './types.ts'

const ref: ObjectRef = { group: 'example.org', kind: 'XDatabase', name: 'orders-x' }
const composite = (reading: NonNullable<ClaimObserved['composite']>['reading']): Partial<BoundFacts> => ({
  composite: { ref, reading },
})
const saying = (condition: ReturnType<typeof available>): Partial<BoundFacts> =>
  composite(found({ conditions: [condition], claimConditionTypes: [] }))
const steady: BoundFacts = {
  paused: false,
  deleted: false,
  composite: undefined,
  conditions: [reconcileSuccess()],
  ...saying(available()),
}

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: readonly TableCase<BoundFacts>[] = [
  ['composite ready',      {},                                        'True Available',  'it can be used'],
  ['composite not ready',  saying(creating()),                        'False Waiting',   'it waits',  'Claim is waiting for composite resource to become Ready'],
  ['composite gone',       composite(missing),                        'False Waiting',   'nothing is there that could be ready'],
  ['no composite yet',     { composite: undefined },                  'False Waiting',   'nothing is there that could be ready'],
  ['composite unreadable', composite(unreadable('forbidden')),        'keep',            'could not look is not missing'],
  ['paused',               { paused: true },                          'keep',            'nobody would say it'],
  ['deleted',              { deleted: true },                         'False Deleting',  'it goes'],
  ['its pass fails',       { conditions: [reconcileError('no')] },    'keep',            'Ready is not known to change'],
]

describeTable('a claim of others', { rules: readyByComposite, steady }, cases)
