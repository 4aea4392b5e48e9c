import { acceptable } from './acceptable.ts'
import type { Condition, Instant } from './condition.ts'
import type { Decision } from './decision.ts'
import { withinLimits } from './limits.ts'
import { listOf, type MaybeList } from './list.ts'
import { type ConditionOrder, orderConditions } from './order.ts'
import { placeOf, type Stamp, type TransitionRule, transition, withTransition } from './transition.ts'

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
  const accepted = withinLimits(acceptable(given))
  const next = withTransition(before, accepted, stampFor(accepted, options))
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
  // A copy for all of them: one for each condition would be most of what is copied in a pass.
  let copy: Condition[] | undefined
  const stamp = options.generation === undefined ? undefined : stampOf(options.generation, options)
  for (const decision of decisions) {
    if (decision.outcome === 'keep') continue
    if (decision.outcome === 'absent') {
      const left = deleteCondition(result, decision.type)
      if (left !== result) copy &&= left.slice()
      result = left
      continue
    }
    const given = withinLimits(acceptable(decision.condition))
    const index = placeOf(given.type, result)
    const next = transition(result[index], given, stamp ?? stampFor(given, options))
    if (next === result[index]) continue
    copy ??= result.slice()
    copy[index] = next
    result = copy
  }
  return copy === undefined ? result : orderConditions(copy, options.order)
}

const stampFor = (given: Condition, options: SetOptions): Stamp =>
  stampOf(options.generation ?? given.observedGeneration ?? 0, options)

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
