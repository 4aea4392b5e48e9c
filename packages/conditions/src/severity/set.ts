import { acceptable } from '../acceptable.ts'
import type { Instant } from '../condition.ts'
import { floorToSecond, isUnset } from '../instant.ts'
import { severityConditionLimits, shortenMessage, shortenReason } from '../limits.ts'
import { listOf, type MaybeList } from '../list.ts'
import { type ConditionOrder, orderConditions } from '../order.ts'
import { placeOf } from '../transition.ts'
import { type SeverityCondition, severityCondition } from './condition.ts'
import { sameSeverityState } from './same.ts'

/** What is stamped on conditions that change. */
export interface SeveritySetOptions {
  readonly now: Instant
  /** How the list is sorted, even where nothing else changes; as it stands unless given. */
  readonly order?: ConditionOrder<SeverityCondition> | undefined
}

/**
 * Sets a condition. Any change of what it says moves its time to now, whatever time it carries;
 * a condition that is new keeps the time it carries. Nothing to set leaves the list as it is.
 */
export function setSeverityCondition(
  list: MaybeList<SeverityCondition>,
  given: SeverityCondition | undefined,
  options: SeveritySetOptions,
): readonly SeverityCondition[] {
  return setSeverityConditions(list, [given], options)
}

/** Sets several conditions one after the other, as `setSeverityCondition` does with each. */
export function setSeverityConditions(
  list: MaybeList<SeverityCondition>,
  given: readonly (SeverityCondition | undefined)[],
  { now, order }: SeveritySetOptions,
): readonly SeverityCondition[] {
  let conditions = listOf(list)
  // A copy for all of them: one for each condition would be most of what is copied in a pass.
  let copy: SeverityCondition[] | undefined
  let said = false
  for (const each of given) {
    if (each === undefined) continue
    said = true
    const accepted = limited(acceptable(each))
    const index = placeOf(accepted.type, conditions)
    const next = nextSeverityCondition(conditions[index], accepted, now)
    if (next === conditions[index]) continue
    copy ??= conditions.slice()
    copy[index] = next
    conditions = copy
  }
  return said ? orderConditions(conditions, order) : conditions
}

/** As `setSeverityCondition`, but the time moves with the status only, and to the time that the condition carries. */
export function setSeverityConditionWithTime(
  list: MaybeList<SeverityCondition>,
  given: SeverityCondition | undefined,
  options: SeveritySetOptions,
): readonly SeverityCondition[] {
  const before = listOf(list)
  if (given === undefined) return before
  const accepted = limited(acceptable(given))
  const index = placeOf(accepted.type, before)
  const next = nextWithTime(before[index], accepted, options.now)
  return orderConditions(placed(before, index, next), options.order)
}

function nextWithTime(
  existing: SeverityCondition | undefined,
  given: SeverityCondition,
  now: Instant,
): SeverityCondition {
  if (existing && sameSeverityState(existing, given)) return existing
  const moved = existing?.status !== given.status
  return stampedWith(given, moved ? ownTime(given, now) : existing.lastTransitionTime)
}

/** What stands in the place of `existing` once `given` was set; `existing` itself when it says the same. */
export function nextSeverityCondition(
  existing: SeverityCondition | undefined,
  given: SeverityCondition,
  now: Instant,
): SeverityCondition {
  if (existing === undefined) return stampedWith(given, ownTime(given, now))
  return sameSeverityState(existing, given) ? existing : stampedWith(given, floorToSecond(now))
}

/** Removes every condition of a type; the others keep their order. */
export function deleteSeverityCondition(
  list: MaybeList<SeverityCondition>,
  type: string,
): readonly SeverityCondition[] {
  const before = listOf(list)
  return before.some((condition) => condition.type === type)
    ? before.filter((condition) => condition.type !== type)
    : before
}

function placed(
  list: readonly SeverityCondition[],
  index: number,
  next: SeverityCondition,
): readonly SeverityCondition[] {
  if (next === list[index]) return list
  return index === list.length ? [...list, next] : list.with(index, next)
}

function ownTime({ lastTransitionTime }: SeverityCondition, now: Instant): Instant {
  return isUnset(lastTransitionTime) ? floorToSecond(now) : lastTransitionTime
}

function stampedWith(
  condition: SeverityCondition,
  lastTransitionTime: Instant | undefined,
): SeverityCondition {
  return severityCondition({ ...condition, lastTransitionTime })
}

/** A condition whose texts an API server takes; the same object when there is nothing to do. */
export function limited(condition: SeverityCondition): SeverityCondition {
  const reason = shortenReason(condition.reason ?? '', severityConditionLimits.reason)
  const message = shortenMessage(condition.message ?? '', severityConditionLimits.message)
  if (reason === (condition.reason ?? '') && message === (condition.message ?? '')) return condition
  return severityCondition({ ...condition, reason, message })
}
