import { acceptable } from '../acceptable.ts'
import type { Instant } from '../condition.ts'
import { floorToSecond, isUnset } from '../instant.ts'
import { severityConditionLimits, shortenMessage, shortenReason } from '../limits.ts'
import { listOf, type MaybeList } from '../list.ts'
import { type ConditionOrder, orderConditions } from '../order.ts'
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
  { now, order }: SeveritySetOptions,
): readonly SeverityCondition[] {
  if (given === undefined) return listOf(list)
  const nextOf: Next = (existing, next) => nextSeverityCondition(existing, next, now)
  return orderConditions(placed(listOf(list), given, nextOf), order)
}

/** As `setSeverityCondition`, but the time moves with the status only, and to the time that the condition carries. */
export function setSeverityConditionWithTime(
  list: MaybeList<SeverityCondition>,
  given: SeverityCondition | undefined,
  { now, order }: SeveritySetOptions,
): readonly SeverityCondition[] {
  if (given === undefined) return listOf(list)
  const nextOf: Next = (existing, next) => {
    if (existing && sameSeverityState(existing, next)) return existing
    const moved = existing?.status !== next.status
    return stampedWith(next, moved ? ownTime(next, now) : existing.lastTransitionTime)
  }
  return orderConditions(placed(listOf(list), given, nextOf), order)
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

type Next = (existing: SeverityCondition | undefined, given: SeverityCondition) => SeverityCondition

function placed(
  list: readonly SeverityCondition[],
  given: SeverityCondition,
  nextOf: Next,
): readonly SeverityCondition[] {
  const accepted = limited(acceptable(given))
  const index = list.findIndex(({ type }) => type === given.type)
  const next = nextOf(list[index], accepted)
  if (next === list[index]) return list
  return index < 0 ? [...list, next] : list.with(index, next)
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
