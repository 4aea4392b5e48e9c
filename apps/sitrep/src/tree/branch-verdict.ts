import type { Condition } from '@sitrep/conditions'
import { type Meaning, meaningOf } from '@sitrep/present'
import type { KubeObject } from '@sitrep/status'
import { judge, type Word } from '@sitrep/verdict'
import { wordMeaning } from '../output/verdict-meaning.ts'
import type { Branch } from './branch.ts'

/** What is said of one line of the tree. */
export interface BranchVerdict {
  readonly text: string
  readonly meaning: Meaning
  readonly reason: string
  readonly since?: string
  readonly message: string
  /** The type of the condition that speaks, where one does. */
  readonly type?: string
}

/** The conditions of an object or part, in the layout it uses. */
export function conditionsOf({ conditions, object }: Branch): readonly Condition[] {
  if (conditions !== undefined) return conditions
  const status = (object?.computed.status ?? {}) as {
    conditions?: unknown
    v1beta2?: { conditions?: unknown }
  }
  const found = status.v1beta2?.conditions ?? status.conditions
  return Array.isArray(found) ? found.filter((each) => typeof each?.type === 'string') : []
}

// The types that can speak for a whole object, the most telling first.
const verdictTypes = ['Available', 'Ready', 'MachinesReady', 'Programmed', 'Accepted', 'Synced']
// A Machine's cause stands in Ready; Available only adds how long that must have been so.
const machineTypes = ['Ready', ...verdictTypes]
// One good condition is not the whole truth where the object says these of itself.
const overruling: ReadonlySet<Word> = new Set(['Degraded', 'Stalled', 'Stale', 'Terminating', 'Paused'])

// Cluster API sums up all that it knows in one condition, and keeps old ones beside for those who still read them.
const isSummed = (contract: string | undefined): boolean => contract?.startsWith('Cluster API') ?? false

/** Judges one line: by its condition where that is the whole truth, else by all that the object reports. */
export function verdictOf(branch: Branch, now: string): BranchVerdict | undefined {
  const { object, conditions, missing, unread } = branch
  if (missing)
    return { text: 'missing', meaning: 'bad', reason: '', message: 'it is referred to and not there' }
  if (unread !== undefined) return { text: 'unread', meaning: 'unknown', reason: '', message: unread }
  if (object === undefined && conditions === undefined) return undefined
  const spoken = speaking(branch)
  if (conditions !== undefined) return spoken ?? nothingReported
  const { word, sentence, contract } = judge(object?.computed as KubeObject, { now })
  const overruled = spoken?.meaning === 'good' && overruling.has(word) && !isSummed(contract)
  if (spoken !== undefined && !overruled) return spoken
  return { text: word, meaning: wordMeaning(word), reason: '', message: word === 'Ready' ? '' : sentence }
}

const nothingReported: BranchVerdict = {
  text: 'Unknown',
  meaning: 'unknown',
  reason: '',
  message: 'nothing is reported about it',
}

// Of a part or a route, whatever is bad speaks before what is good.
function speaking(branch: Branch): BranchVerdict | undefined {
  const conditions = conditionsOf(branch)
  const types = branch.object?.ref.kind === 'Machine' ? machineTypes : verdictTypes
  const bad =
    branch.conditions === undefined
      ? undefined
      : conditions.find(({ type, status }) => ['bad', 'unknown'].includes(meaningOf(type, status)))
  const condition =
    bad ??
    types.map((type) => conditions.find((each) => each.type === type)).find((found) => found !== undefined)
  if (condition === undefined) return undefined
  const { type, status, reason = '', message = '', lastTransitionTime } = condition
  return {
    text: `${type}: ${status}`,
    meaning: meaningOf(type, status),
    reason,
    message,
    type,
    ...(lastTransitionTime !== undefined && { since: lastTransitionTime }),
  }
}
