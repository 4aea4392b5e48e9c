import {
  type Condition,
  type ConditionStatus,
  type Instant,
  moveWithAnyChange,
  setCondition,
} from '@sitrep/conditions'

/** The types that Crossplane keeps for itself on every managed resource. */
export const systemTypes = ['Ready', 'Synced', 'Healthy', 'UpToDate'] as const

type Maker = (message?: string) => Condition

const maker =
  (type: string, status: ConditionStatus, reason: string): Maker =>
  (message = '') => ({ type, status, reason, message })

/** Ready: the external resource is being created. */
export const creating: Maker = maker('Ready', 'False', 'Creating')

/** Ready: the external resource can be used. */
export const available: Maker = maker('Ready', 'True', 'Available')

/** Ready: the external resource ought to be usable and is not. */
export const unavailable: Maker = maker('Ready', 'False', 'Unavailable')

/** Ready: the external resource is being deleted. */
export const deleting: Maker = maker('Ready', 'False', 'Deleting')

/** Ready: an update was asked for, and nobody has seen yet that the external resource matches. */
export const updating: Maker = maker('Ready', 'False', 'Updating')

/** Synced: the last pass did what it was told. */
export const reconcileSuccess: Maker = maker('Synced', 'True', 'ReconcileSuccess')

/** Synced: the last pass failed, and the message says at what. */
export const reconcileError: Maker = maker('Synced', 'False', 'ReconcileError')

/** Synced: nothing is done until somebody lifts the pause. */
export const reconcilePaused: Maker = maker('Synced', 'False', 'ReconcilePaused')

/** UpToDate: what was observed is what is wanted. */
export const observeMatched: Maker = maker('UpToDate', 'True', 'ObserveMatched')

/** UpToDate: it differed, and an update was asked for. */
export const updateRequested: Maker = maker('UpToDate', 'False', 'UpdateRequested')

/** UpToDate: it differs, and the management policies forbid updates. */
export const updateRestricted: Maker = maker('UpToDate', 'False', 'UpdateRestricted')

/** UpToDate: it differs, and the update failed. */
export const updateFailed: Maker = maker('UpToDate', 'False', 'UpdateFailed')

/** UpToDate: nobody looks while reconciliation is paused. */
export const pausedUnknown: Maker = maker('UpToDate', 'Unknown', 'ReconcilePaused')

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
