import type { Condition, ConditionStatus, Instant } from './condition.ts'
import { getCondition } from './get.ts'
import { listOf, type MaybeList } from './list.ts'
import { withTransition } from './transition.ts'

/**
 * The plain helpers of k8s.io/apimachinery (`pkg/api/meta/conditions.go`), for objects that are kept that way: no
 * order, no generation of the object, times not cut to the second, nothing shortened or refused.
 */
export interface StatusConditionChange {
  readonly conditions: readonly Condition[]
  readonly changed: boolean
}

/** The first condition of a type. */
export function findStatusCondition(list: MaybeList<Condition>, type: string): Condition | undefined {
  return getCondition(list, type)
}

/** Sets a condition where it stands or at the end. Its time moves only with its status, and alone is no change. */
export function setStatusCondition(
  list: MaybeList<Condition>,
  given: Condition,
  now: Instant,
): StatusConditionChange {
  const before = listOf(list)
  const observedGeneration = given.observedGeneration ?? 0
  const conditions = withTransition(before, given, { observedGeneration, now, wholeSeconds: false })
  return { conditions, changed: conditions !== before }
}

/** Removes every condition of a type. */
export function removeStatusCondition(list: MaybeList<Condition>, type: string): StatusConditionChange {
  const before = listOf(list)
  const conditions = before.filter((condition) => condition.type !== type)
  return { conditions, changed: conditions.length !== before.length }
}

/** Whether the first condition of a type has this status; a missing one has none. */
export function isStatusConditionPresentAndEqual(
  list: MaybeList<Condition>,
  type: string,
  status: ConditionStatus,
): boolean {
  return getCondition(list, type)?.status === status
}

/** Whether the first condition of a type is True. */
export function isStatusConditionTrue(list: MaybeList<Condition>, type: string): boolean {
  return isStatusConditionPresentAndEqual(list, type, 'True')
}

/** Whether the first condition of a type is False. */
export function isStatusConditionFalse(list: MaybeList<Condition>, type: string): boolean {
  return isStatusConditionPresentAndEqual(list, type, 'False')
}
