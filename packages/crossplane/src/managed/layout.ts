import {
  type Condition,
  type ConditionStatus,
  type Decision,
  type Instant,
  moveWithAnyChange,
  setCondition,
} from '@sitrep/conditions'
import { ownReasons, type ReasonOf } from './types.ts'

type Maker = (message?: string) => Condition

/** A condition of the reconciler's own. */
export const ownCondition = <Type extends keyof typeof ownReasons>(
  type: Type,
  reason: ReasonOf<Type>,
  message = '',
): Condition => ({ type, status: ownReasons[type][reason] as ConditionStatus, reason, message })

const maker =
  <Type extends keyof typeof ownReasons>(type: Type, reason: ReasonOf<Type>): Maker =>
  (message) =>
    ownCondition(type, reason, message)

/** Ready: the external resource is being created. */
export const creating: Maker = maker('Ready', 'Creating')

/** Ready: the external resource can be used. */
export const available: Maker = maker('Ready', 'Available')

/** Ready: the external resource ought to be usable and is not. */
export const unavailable: Maker = maker('Ready', 'Unavailable')

/** Ready: the external resource is being deleted. */
export const deleting: Maker = maker('Ready', 'Deleting')

/** Ready: an update was asked for, and nobody has seen yet that the external resource matches. */
export const updating: Maker = maker('Ready', 'Updating')

/** Synced: the last pass did what it was told. */
export const reconcileSuccess: Maker = maker('Synced', 'ReconcileSuccess')

/** Synced: the last pass failed, and the message says at what. */
export const reconcileError: Maker = maker('Synced', 'ReconcileError')

/** Synced: nothing is done until somebody lifts the pause. */
export const reconcilePaused: Maker = maker('Synced', 'ReconcilePaused')

/** UpToDate: what was observed is what is wanted. */
export const observeMatched: Maker = maker('UpToDate', 'ObserveMatched')

/** UpToDate: it differed, and an update was asked for. */
export const updateRequested: Maker = maker('UpToDate', 'UpdateRequested')

/** UpToDate: it differs, and the management policies forbid updates. */
export const updateRestricted: Maker = maker('UpToDate', 'UpdateRestricted')

/** UpToDate: it differs, and the update failed. */
export const updateFailed: Maker = maker('UpToDate', 'UpdateFailed')

/** UpToDate: nobody looks while reconciliation is paused. */
export const pausedUnknown: Maker = maker('UpToDate', 'ReconcilePaused')

/** What is stamped on conditions as they are set. */
export interface ConditionStamp {
  readonly now: Instant
  /** The object's generation; without one a condition keeps the generation it came with. */
  readonly generation?: number | undefined
}

/**
 * Sets conditions as Crossplane does: one a type, in the order in which they first came, the time moved by any change.
 * The generation is stamped on each.
 */
export function markConditions(
  list: readonly Condition[],
  conditions: readonly Condition[],
  stamp: ConditionStamp,
): readonly Condition[] {
  return conditions.reduce(
    (marked, condition) => setCondition(marked, condition, { ...stamp, moves: moveWithAnyChange }),
    list,
  )
}

/** The condition that a decision sets; none where it leaves everything as it is. */
export const setBy = (decision: Decision): readonly Condition[] =>
  decision.outcome === 'set' ? [decision.condition] : []

/** A condition without the generation that somebody else was asked about. */
export const unstamped = ({ type, status, reason, message }: Condition): Condition => ({
  type,
  status,
  reason,
  message,
})
