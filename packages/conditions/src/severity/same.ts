import { compareBytes } from '../byte-order.ts'
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

/** `Ready` first, then by bytes; one that is not there before all. */
export function compareSeverityConditions(
  a: SeverityCondition | undefined,
  b: SeverityCondition | undefined,
): number {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined)
  return compareSeverityTypes(a.type, b.type)
}

/** `Ready` first, then by bytes. */
export function compareSeverityTypes(a: string, b: string): number {
  if (a === b) return 0
  if (a === readyType) return -1
  return b === readyType ? 1 : compareBytes(a, b)
}

/** A sorted copy, equal ones as they stood; the list itself when it is sorted already. */
export function orderSeverityConditions(list: readonly SeverityCondition[]): readonly SeverityCondition[] {
  const sorted = list.every(
    (condition, i) => i === 0 || compareSeverityConditions(list[i - 1], condition) <= 0,
  )
  return sorted ? list : list.toSorted(compareSeverityConditions)
}
