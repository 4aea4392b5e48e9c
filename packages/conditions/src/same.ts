import type { Condition } from './condition.ts'
import { compareInstants } from './instant.ts'

/** Whether two conditions say the same of the same generation; when they came to say it does not matter. */
export function sameState(a: Condition, b: Condition): boolean {
  return sameStateExceptGeneration(a, b) && (a.observedGeneration ?? 0) === (b.observedGeneration ?? 0)
}

/** Whether two conditions say the same, of whatever generation and since whenever. */
export function sameStateExceptGeneration(a: Condition, b: Condition): boolean {
  return (
    a.type === b.type &&
    a.status === b.status &&
    (a.reason ?? '') === (b.reason ?? '') &&
    (a.message ?? '') === (b.message ?? '')
  )
}

/** Whether two conditions agree in everything; times are compared as instants, not as texts. */
export function sameCondition(a: Condition, b: Condition): boolean {
  return sameState(a, b) && compareInstants(a.lastTransitionTime, b.lastTransitionTime) === 0
}

/** Whether two lists hold the same conditions, in any order, each as often as in the other. */
export function sameConditions(a: readonly Condition[], b: readonly Condition[]): boolean {
  if (a.length !== b.length) return false
  const left = [...b]
  return a.every((condition) => {
    const index = left.findIndex((other) => sameCondition(condition, other))
    if (index >= 0) left.splice(index, 1)
    return index >= 0
  })
}
