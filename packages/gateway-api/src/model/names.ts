/** An object by namespace and name. */
export interface NamespacedName {
  readonly namespace: string
  readonly name: string
}

/** A namespaced name as one text, in the form in which people write it. */
export const nameText = ({ namespace, name }: NamespacedName): string => `${namespace}/${name}`

/** Several names in one sentence: sorted, at most three, and how many more there are. */
export function namesText(names: readonly string[]): string {
  const sorted = [...new Set(names)].sort()
  const shown = sorted.slice(0, 3).join(', ')
  return sorted.length > 3 ? `${shown} and ${sorted.length - 3} more` : shown
}

/** A kind and a namespaced name as one text: `HTTPRoute/shop/cart`. */
export const kindedName = (kind: string, name: NamespacedName): string => `${kind}/${nameText(name)}`

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
