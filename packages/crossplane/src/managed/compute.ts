import type { Condition } from '@sitrep/conditions'
import { failureIn } from './facts/facts.ts'
import { ownCondition } from './layout.ts'
import type { Due, Ending, EventSaying } from './rules/rows.ts'
import type { Failure, PassFacts, Telling } from './types.ts'

/** An event as it is told. */
export interface PassEvent {
  readonly type: 'Normal' | 'Warning'
  readonly reason: string
  readonly message: string
}

/** What follows from the end of a pass. */
export interface Conclusion {
  /** The conditions to set, in this order; where there are none, no status is written. */
  readonly conditions: readonly Condition[]
  readonly events: readonly PassEvent[]
  readonly next: Due
  /** What went wrong, where the pass itself is to fail with it. */
  readonly error: string | undefined
}

/** Says what the end of a pass comes to: conditions, events, when the next one is due. */
export function conclude(ending: Ending, facts: PassFacts, telling: Telling): Conclusion {
  const failure = ending.failed === undefined ? undefined : failureIn(facts, ending.failed)
  if (failure?.conflict === true && ending.onConflict === 'silent') {
    return { conditions: [], events: [], next: 'again', error: undefined }
  }
  const error = failure?.text ?? ending.error ?? facts.policies.problem ?? ''
  const prefixed = ending.prefix === undefined ? error : `${ending.prefix}: ${error}`
  return {
    conditions: [
      ...readyOf(ending, facts, telling),
      ...syncedOf(ending, prefixed),
      ...(telling.upToDate ? upToDateOf(ending, facts) : []),
    ],
    events: eventsOf(ending, facts, { error, failure }),
    next: ending.next,
    error: ending.next === 'error' ? prefixed : undefined,
  }
}

function readyOf(ending: Ending, facts: PassFacts, { providerMessages }: Telling): readonly Condition[] {
  if (ending.ready === undefined) return []
  const said = providerMessages === 'kept' ? facts.saidReady?.message : undefined
  return [ownCondition('Ready', ending.ready, said || ending.readyMessage)]
}

const syncedOf = ({ synced }: Ending, error: string): readonly Condition[] =>
  synced === undefined ? [] : [ownCondition('Synced', synced, synced === 'ReconcileError' ? error : '')]

function upToDateOf({ upToDate }: Ending, { observed }: PassFacts): readonly Condition[] {
  if (upToDate === undefined) return []
  const differs = upToDate !== 'ObserveMatched' && upToDate !== 'ReconcilePaused'
  return [ownCondition('UpToDate', upToDate, differs ? observed?.diff : undefined)]
}

function eventsOf(
  { event, besides, onConflict }: Ending,
  facts: PassFacts,
  { error, failure }: { readonly error: string; readonly failure: Failure | undefined },
): readonly PassEvent[] {
  const unsaid = failure?.conflict === true && onConflict === 'no event'
  const second = besides === undefined ? undefined : failureIn(facts, besides.failed)
  return [
    ...(event === undefined || unsaid ? [] : [told(event, error)]),
    ...(besides === undefined || second === undefined ? [] : [told(besides.event, second.text)]),
  ]
}

const told = ([type, reason, message]: EventSaying, error: string): PassEvent => ({
  type,
  reason,
  message: message ?? error,
})
