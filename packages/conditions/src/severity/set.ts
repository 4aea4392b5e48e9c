import { acceptable } from '../acceptable.ts'
import type { Instant } from '../condition.ts'
import { floorToSecond, isUnset } from '../instant.ts'
import { severityConditionLimits, shortenMessage, shortenReason } from '../limits.ts'
import { listOf, type MaybeList } from '../list.ts'
import { type SeverityCondition, severityCondition } from './condition.ts'
import { orderSeverityConditions, sameSeverityState } from './same.ts'

/** What is stamped on conditions that change. */
export interface SeveritySetOptions {
  readonly now: Instant
}

/**
 * Sets a condition and sorts the list. Any change of what it says moves its time to now, whatever time it carries;
 * a condition that is new keeps the time it carries. Nothing to set leaves the list as it is.
 */
export function setSeverityCondition(
  list: MaybeList<SeverityCondition>,
  given: SeverityCondition | undefined,
  { now }: SeveritySetOptions,
): readonly SeverityCondition[] {
  return given === undefined
    ? listOf(list)
    : placeSeverityCondition(listOf(list), limited(acceptable(given)), now)
}

/** As `setSeverityCondition`, but the time moves with the status only, and to the time that the condition carries. */
export function setSeverityConditionWithTime(
  list: MaybeList<SeverityCondition>,
  given: SeverityCondition | undefined,
  { now }: SeveritySetOptions,
): readonly SeverityCondition[] {
  const before = listOf(list)
  if (given === undefined) return before
  const next = limited(acceptable(given))
  const existing = before.find(({ type }) => type === given.type)
  const moved = existing !== undefined && existing.status !== given.status
  const time = existing === undefined || moved ? ownTime(next, now) : existing.lastTransitionTime
  return placed(before, stampedWith(next, time))
}

/** Sets a condition without looking whether an API server would take it. */
export function placeSeverityCondition(
  list: readonly SeverityCondition[],
  given: SeverityCondition,
  now: Instant,
): readonly SeverityCondition[] {
  const known = list.some(({ type }) => type === given.type)
  return placed(list, stampedWith(given, known ? floorToSecond(now) : ownTime(given, now)))
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

function placed(list: readonly SeverityCondition[], next: SeverityCondition): readonly SeverityCondition[] {
  const index = list.findIndex(({ type }) => type === next.type)
  if (index < 0) return orderSeverityConditions([...list, next])
  return orderSeverityConditions(sameSeverityState(list[index], next) ? list : list.with(index, next))
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
