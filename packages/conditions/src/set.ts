import { acceptable } from './acceptable.ts'
import type { Condition, Instant } from './condition.ts'
import type { Decision } from './decision.ts'
import { withinLimits } from './limits.ts'
import { listOf, type MaybeList } from './list.ts'
import { type ConditionOrder, orderConditions } from './order.ts'
import { type Stamp, type TransitionRule, withTransition } from './transition.ts'

/** What is stamped on conditions that change. */
export interface SetOptions {
  /** The object's generation; without one a condition keeps the generation it came with. */
  readonly generation?: number | undefined
  readonly now: Instant
  /** How the list is sorted once something in it changed; as it stands, new conditions last, unless given. */
  readonly order?: ConditionOrder | undefined
  /** When the time of a condition moves; only with its status unless given. */
  readonly moves?: TransitionRule | undefined
}

/**
 * Sets one condition. Its time moves by the rule that is given; a list in which nothing changes is returned itself,
 * in whatever order. Throws on a condition that an API server would refuse: no type, or a status outside the three.
 */
export function setCondition(
  list: MaybeList<Condition>,
  given: Condition,
  options: SetOptions,
): readonly Condition[] {
  const before = listOf(list)
  const next = replaced(before, given, options)
  return next === before ? before : orderConditions(next, options.order)
}

/**
 * Carries out decisions one after the other: conditions are set as by `setCondition`, kept ones are not touched,
 * absent ones are removed. Two decisions about one type are a mistake and throw a TypeError.
 */
export function setConditions(
  list: MaybeList<Condition>,
  decisions: readonly Decision[],
  options: SetOptions,
): readonly Condition[] {
  refuseRepeated(decisions)
  let result = listOf(list)
  let written = false
  const stamp = options.generation === undefined ? undefined : stampOf(options.generation, options)
  for (const decision of decisions) {
    if (decision.outcome === 'keep') continue
    if (decision.outcome === 'absent') {
      result = deleteCondition(result, decision.type)
      continue
    }
    const next = replaced(result, decision.condition, stamp ?? options)
    written ||= next !== result
    result = next
  }
  return written ? orderConditions(result, options.order) : result
}

function replaced(
  before: readonly Condition[],
  given: Condition,
  options: SetOptions | Stamp,
): readonly Condition[] {
  const stamp =
    'wholeSeconds' in options
      ? options
      : stampOf(options.generation ?? given?.observedGeneration ?? 0, options)
  return withTransition(before, withinLimits(acceptable(given)), stamp)
}

const stampOf = (observedGeneration: number, { now, moves }: SetOptions): Stamp => ({
  observedGeneration,
  now,
  wholeSeconds: true,
  moves,
})

/** Removes every condition of a type; the others keep their order. The list itself when there is none. */
export function deleteCondition(list: MaybeList<Condition>, type: string): readonly Condition[] {
  const before = listOf(list)
  return before.some((condition) => condition.type === type)
    ? before.filter((condition) => condition.type !== type)
    : before
}

function refuseRepeated(decisions: readonly Decision[]): void {
  for (let i = 1; i < decisions.length; i++) {
    const type = decisions[i]?.type
    for (let j = 0; j < i; j++) {
      if (decisions[j]?.type === type) throw new TypeError(`two decisions about the condition ${type}`)
    }
  }
}
