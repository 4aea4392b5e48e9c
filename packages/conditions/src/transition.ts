import { type Condition, condition, type Instant } from './condition.ts'
import { floorToSecond, isUnset } from './instant.ts'

/** What is stamped on a condition that changes. */
export interface Stamp {
  readonly observedGeneration: number
  readonly now: Instant
  /** Whether times are cut to the second, as an API server would do. Otherwise they are taken as they come. */
  readonly wholeSeconds: boolean
}

/**
 * What stands in place of `existing` once `given` was set; `existing` itself when it already says the same.
 *
 * The time moves only with the status: readers measure from it how long something has been so, and a rewording must
 * not start that anew. A time that was given counts for a moved status and is ignored otherwise.
 */
export function transition(existing: Condition | undefined, given: Condition, stamp: Stamp): Condition {
  const { type, status, reason, message } = given
  const { observedGeneration } = stamp
  if (existing === undefined || existing.status !== status) {
    const time = isUnset(given.lastTransitionTime) ? stamp.now : given.lastTransitionTime
    const lastTransitionTime = stamp.wholeSeconds ? floorToSecond(time) : time
    return condition({ type, status, reason, message, observedGeneration, lastTransitionTime })
  }
  const same =
    existing.reason === reason &&
    existing.message === message &&
    (existing.observedGeneration ?? 0) === observedGeneration
  if (same) return existing
  const { lastTransitionTime } = existing
  return condition({ type, status, reason, message, observedGeneration, lastTransitionTime })
}

/** The list with the result of a transition in it: in place of the first condition of the type, or at the end. */
export function withTransition(
  list: readonly Condition[],
  given: Condition,
  stamp: Stamp,
): readonly Condition[] {
  const index = list.findIndex(({ type }) => type === given.type)
  const next = transition(list[index], given, stamp)
  if (next === list[index]) return list
  return index < 0 ? [...list, next] : list.with(index, next)
}
