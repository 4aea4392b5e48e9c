import type { Condition } from '@sitrep/conditions'
import {
  available,
  creating,
  deleting,
  observeMatched,
  pausedUnknown,
  reconcileError,
  reconcilePaused,
  reconcileSuccess,
  unavailable,
  updateFailed,
  updateRequested,
  updateRestricted,
  updating,
} from './conditions.ts'
import { type Failure, failureIn, type PassFacts } from './facts.ts'
import type { Due, Ending, EventSaying, ReadyReason, UpToDateReason } from './rules/language.ts'

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

/** How an ending is told. */
export interface Telling {
  /** Whether UpToDate is said beside Ready and Synced. */
  readonly upToDate: boolean
  /** Whether the message that the provider gave Ready in this pass stays when the reconciler gives another reason. */
  readonly providerMessages: 'kept' | 'dropped'
}

const readyMakers: Readonly<Record<ReadyReason, (message?: string) => Condition>> = {
  Creating: creating,
  Available: available,
  Unavailable: unavailable,
  Deleting: deleting,
  Updating: updating,
}

const upToDateMakers: Readonly<Record<UpToDateReason, (message?: string) => Condition>> = {
  ObserveMatched: observeMatched,
  UpdateRequested: updateRequested,
  UpdateRestricted: updateRestricted,
  UpdateFailed: updateFailed,
  ReconcilePaused: pausedUnknown,
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
  return [readyMakers[ending.ready](said || ending.readyMessage)]
}

function syncedOf({ synced }: Ending, error: string): readonly Condition[] {
  if (synced === undefined) return []
  switch (synced) {
    case 'ReconcileSuccess':
      return [reconcileSuccess()]
    case 'ReconcilePaused':
      return [reconcilePaused()]
    case 'ReconcileError':
      return [reconcileError(error)]
  }
}

function upToDateOf({ upToDate }: Ending, { observed }: PassFacts): readonly Condition[] {
  if (upToDate === undefined) return []
  const differs = upToDate !== 'ObserveMatched' && upToDate !== 'ReconcilePaused'
  return [upToDateMakers[upToDate](differs ? observed?.diff : undefined)]
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
