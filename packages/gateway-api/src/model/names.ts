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
