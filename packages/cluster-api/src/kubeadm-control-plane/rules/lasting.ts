import { type Condition, getCondition } from '@sitrep/conditions'
import type { Clock } from '@sitrep/status'
import { longerThan, seconds } from '../../time/longer-than.ts'

/** Whether one of these conditions has been bad for more than ten seconds; a shorter trouble is often none. */
export function isLasting(conditions: readonly Condition[], types: readonly string[], clock: Clock): boolean {
  return types.some((type) => {
    const condition = getCondition(conditions, type)
    if (condition === undefined || condition.status === 'True') return false
    const since = condition.lastTransitionTime
    return since === undefined || longerThan(clock, since, 10 * seconds)
  })
}
