import type { NamespacedName } from './names.ts'

/** What is ranked by age. */
export interface Aged extends NamespacedName {
  /** The creation time; what has none is younger than everything. */
  readonly created: string
}

/** The oldest first, then by namespace and name. */
export function byAge(a: Aged, b: Aged): number {
  return compareTimes(a.created, b.created) || compare(a.namespace, b.namespace) || compare(a.name, b.name)
}

function compareTimes(a: string, b: string): number {
  if (a === b) return 0
  if (a === '' || b === '') return a === '' ? 1 : -1
  return Date.parse(a) - Date.parse(b)
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
