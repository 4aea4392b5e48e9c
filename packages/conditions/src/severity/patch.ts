import type { Instant } from '../condition.ts'
import { ConditionsError } from '../errors.ts'
import { type ConditionOrder, orderConditions } from '../order.ts'
import type { Operation } from '../patch/operation.ts'
import { applyOperations, diffLists, type Ownership } from '../patch/three-way.ts'
import type { SeverityCondition } from './condition.ts'
import { sameSeverityCondition, sameSeverityState } from './same.ts'
import { nextSeverityCondition } from './set.ts'

/** What one writer changed, to be applied to what stands there by now. */
export type SeverityPatch = readonly Operation<SeverityCondition>[]

/** How a patch is applied. */
export interface SeverityApplyOptions extends Ownership {
  readonly now: Instant
  /** How the list is sorted where anything was set; as it stands unless given. */
  readonly order?: ConditionOrder<SeverityCondition> | undefined
}

/** What was added, changed and removed. */
export function diffSeverityConditions(
  before: readonly SeverityCondition[],
  after: readonly SeverityCondition[],
): SeverityPatch {
  return diffLists(before, after, sameSeverityCondition)
}

/**
 * Applies a patch to the latest list. A changed condition gets the time of now, an added one keeps its own. Throws a
 * ConditionsError with the conflict where another writer has changed a condition differently, unless the type is
 * owned; nothing has been changed then.
 */
export function applySeverityConditions(
  patch: SeverityPatch,
  latest: readonly SeverityCondition[],
  { owned, force, now, order }: SeverityApplyOptions,
): readonly SeverityCondition[] {
  if (patch.length === 0) return latest ?? []
  if (!latest) throw new ConditionsError('latest-missing', 'the conditions to change are missing')
  const model = {
    equal: sameSeverityCondition,
    sameState: sameSeverityState,
    next: (existing: SeverityCondition | undefined, given: SeverityCondition) =>
      nextSeverityCondition(existing, given, now),
  }
  const { list, written } = applyOperations(patch, latest, { owned, force, model })
  return written ? orderConditions(list, order) : list
}
