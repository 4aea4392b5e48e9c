import { type Condition, condition, type Instant, isConditionStatus } from './condition.ts'
import type { Decision } from './decision.ts'
import { ConditionsError } from './errors.ts'
import type { MaybeConditions } from './get.ts'
import { floorToSecond, isUnset } from './instant.ts'
import { withinLimits } from './limits.ts'
import { type ConditionOrder, orderConditions } from './order.ts'

/** What is stamped on conditions that change. */
export interface SetOptions {
  /** The object's generation; without one a condition keeps the generation it came with. */
  readonly generation?: number | undefined
  readonly now: Instant
  readonly order?: ConditionOrder | undefined
}

/**
 * Sets one condition. Its time moves only with its status; a list in which nothing changes is returned itself,
 * unsorted if it was. Throws on a condition that an API server would refuse: no type, or a status outside the three.
 */
export function setCondition(
  list: MaybeConditions,
  given: Condition,
  options: SetOptions,
): readonly Condition[] {
  const before = conditionList(list)
  const next = replaced(before, given, options)
  return next === before ? before : orderConditions(next, options.order)
}

/**
 * Carries out decisions one after the other: conditions are set as by `setCondition`, kept ones are not touched,
 * absent ones are removed. Two decisions about one type are a mistake and throw a TypeError.
 */
export function setConditions(
  list: MaybeConditions,
  decisions: readonly Decision[],
  options: SetOptions,
): readonly Condition[] {
  refuseRepeated(decisions)
  let result = conditionList(list)
  let written = false
  for (const decision of decisions) {
    if (decision.verdict === 'keep') continue
    if (decision.verdict === 'absent') {
      result = deleteCondition(result, decision.type)
      continue
    }
    const next = replaced(result, decision.condition, options)
    written ||= next !== result
    result = next
  }
  return written ? orderConditions(result, options.order) : result
}

function replaced(before: readonly Condition[], given: Condition, options: SetOptions): readonly Condition[] {
  const accepted = acceptable(given)
  const index = before.findIndex(({ type }) => type === given.type)
  const next = transition(before[index], accepted, options)
  if (next === before[index]) return before
  return index < 0 ? [...before, next] : before.with(index, next)
}

/** Removes every condition of a type; the others keep their order. The list itself when there is none. */
export function deleteCondition(list: MaybeConditions, type: string): readonly Condition[] {
  const before = conditionList(list)
  return before.some((condition) => condition.type === type)
    ? before.filter((condition) => condition.type !== type)
    : before
}

/**
 * The condition that follows on `existing` when `given` is set: a new time only with a new status, and `existing`
 * itself when it already says the same.
 */
export function transition(
  existing: Condition | undefined,
  given: Condition,
  options: SetOptions,
): Condition {
  const { type, status, reason, message } = given
  const observedGeneration = options.generation ?? given.observedGeneration ?? 0
  if (existing === undefined || existing.status !== status) {
    const lastTransitionTime = floorToSecond(
      isUnset(given.lastTransitionTime) ? options.now : given.lastTransitionTime,
    )
    return condition({ type, status, reason, message, observedGeneration, lastTransitionTime })
  }
  const same =
    existing.reason === reason &&
    existing.message === message &&
    (existing.observedGeneration ?? 0) === observedGeneration
  if (same) return existing
  const { lastTransitionTime } = existing
  return condition({
    type,
    status,
    reason,
    message,
    observedGeneration,
    ...(lastTransitionTime && { lastTransitionTime }),
  })
}

const none: readonly Condition[] = Object.freeze([])

/** The list that is there, empty for none. Throws on anything else, such as an object with numbered keys. */
export function conditionList(list: MaybeConditions): readonly Condition[] {
  if (list === undefined || list === null) return none
  if (!Array.isArray(list)) throw new ConditionsError('list-expected', 'conditions must be a list')
  for (const element of list) {
    if (typeof element !== 'object' || element === null) {
      throw new ConditionsError(
        'condition-malformed',
        `a list of conditions must not hold ${JSON.stringify(element)}`,
      )
    }
  }
  return list
}

function acceptable(given: Condition): Condition {
  if (typeof given?.type !== 'string' || given.type === '') {
    throw new ConditionsError('type-missing', 'type must be set for all conditions')
  }
  if (!isConditionStatus(given.status)) {
    const text = `status for the ${given.type} condition must be one of True, False, Unknown`
    throw new ConditionsError('status-unknown', text)
  }
  for (const text of [given.reason, given.message]) {
    if (typeof text === 'string' || text === undefined || text === null) continue
    throw new ConditionsError(
      'condition-malformed',
      `reason and message of the ${given.type} condition must be texts`,
    )
  }
  return withinLimits(given)
}

function refuseRepeated(decisions: readonly Decision[]): void {
  for (let i = 1; i < decisions.length; i++) {
    const type = decisions[i]?.type
    for (let j = 0; j < i; j++) {
      if (decisions[j]?.type === type) throw new TypeError(`two decisions about the condition ${type}`)
    }
  }
}
