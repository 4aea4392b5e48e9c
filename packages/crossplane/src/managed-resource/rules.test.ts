import type { Condition } from '@sitrep/conditions'
import { describeTable, type TableCase } from '@sitrep/conditions/testing'
import {
  available,
  reconcileError,
  reconcilePaused,
  reconcileSuccess,
  updateFailed,
} from '../managed/layout.ts'
import { type GivenFacts, givenReady } from './rules.ts'

const async: Condition = {
  type: 'LastAsyncOperation',
  status: 'False',
  reason: 'ApplyFailure',
  message: 'no',
}

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: readonly TableCase<GivenFacts>[] = [
  ['in sync',              {},                                                     'keep', 'its provider knows'],
  ['silent',               { conditions: [] },                                     'keep', 'no word is no trouble'],
  ['a failed pass',        { conditions: [available(), reconcileError('no')] },    'keep', 'what went wrong stands on Synced'],
  ['a pause',              { conditions: [available(), reconcilePaused()] },       'keep', 'that nothing is done stands on Synced'],
  ['a failed operation',   { conditions: [reconcileSuccess(), async] },            'keep', 'the pass itself went well, what it began did not'],
  ['not as wanted',        { conditions: [reconcileSuccess(), updateFailed()] },   'keep', 'UpToDate tells it'],
]

describeTable(
  'a managed resource of another provider',
  { rules: givenReady, steady: { conditions: [available(), reconcileSuccess()] } },
  cases,
)
