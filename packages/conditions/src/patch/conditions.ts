import type { Condition, Instant } from '../condition.ts'
import { ConditionsError } from '../errors.ts'
import { type ConditionOrder, orderConditions } from '../order.ts'
import { sameCondition, sameState } from '../same.ts'
import { type TransitionRule, transition } from '../transition.ts'
import type { Operation } from './operation.ts'
import { applyOperations, diffLists, type Ownership } from './three-way.ts'

/** One difference between two lists of conditions. */
export type ConditionOperation = Operation<Condition>

/** What one writer changed, to be applied to what stands there by now. */
export type ConditionPatch = readonly ConditionOperation[]

/** How a patch is applied. */
export interface ApplyOptions extends Ownership {
  /** How the list is sorted afterwards; as it stands, new conditions last, unless given. */
  readonly order?: ConditionOrder | undefined
  /** When the time of a condition moves; only with its status unless given. */
  readonly moves?: TransitionRule | undefined
  /** The time of a condition that carries none. */
  readonly now: Instant
}

/** What was added, changed and removed. Conditions are carried as they are given, nothing is shortened. */
export function diffConditions(before: readonly Condition[], after: readonly Condition[]): ConditionPatch {
  return diffLists(before, after, sameCondition)
}

/**
 * Applies a patch to the latest list. Throws a ConditionsError with the conflict where another writer
 * has changed a condition differently, unless the type is owned; nothing has been changed then.
 */
export function applyConditions(
  patch: ConditionPatch,
  latest: readonly Condition[],
  { owned, force, order, moves, now }: ApplyOptions,
): readonly Condition[] {
  if (patch.length === 0) return latest ?? []
  if (!latest) throw new ConditionsError('latest-missing', 'the conditions to change are missing')
  const model = {
    equal: sameCondition,
    sameState,
    next: (existing: Condition | undefined, given: Condition) =>
      transition(existing, given, {
        observedGeneration: given.observedGeneration ?? 0,
        now,
        wholeSeconds: true,
        moves,
      }),
  }
  return orderConditions(applyOperations(patch, latest, { owned, force, model }).list, order)
}
