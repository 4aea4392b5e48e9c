import { compareInstants } from '../instant.ts'
import type { SeverityCondition } from './condition.ts'

/** The type that sums up an object in the older model. */
export const readyType = 'Ready'

/** Whether two conditions say the same; when they came to say it does not matter. Two that are not there do. */
export function sameSeverityState(
  a: SeverityCondition | undefined,
  b: SeverityCondition | undefined,
): boolean {
  if (a === undefined || b === undefined) return a === b
  return (
    a.type === b.type &&
    a.status === b.status &&
    (a.severity ?? '') === (b.severity ?? '') &&
    (a.reason ?? '') === (b.reason ?? '') &&
    (a.message ?? '') === (b.message ?? '')
  )
}

/** Whether two conditions agree in everything; times are compared as instants. */
export function sameSeverityCondition(a: SeverityCondition, b: SeverityCondition): boolean {
  return sameSeverityState(a, b) && compareInstants(a.lastTransitionTime, b.lastTransitionTime) === 0
}
