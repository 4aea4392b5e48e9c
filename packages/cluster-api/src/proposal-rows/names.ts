const shown = 3

/** Names in order, the first three of them: `a, b, c and 2 more`. */
export function nameList(objects: readonly { readonly name: string }[]): string {
  const names = objects.map(({ name }) => name).sort()
  const more = names.length - shown
  return more > 0 ? `${names.slice(0, shown).join(', ')} and ${more} more` : names.join(', ')
}

/** `Machine a` or `Machines a, b`. */
export const machinesText = (machines: readonly { readonly name: string }[]): string =>
  `${machines.length === 1 ? 'Machine' : 'Machines'} ${nameList(machines)}`
