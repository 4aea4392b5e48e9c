/** The first entries of a list and how many more there are: `a, b, c, ... (2 more)`. */
export function shorten(entries: readonly string[], limit: number): string {
  if (entries.length <= limit) return entries.join(', ')
  return [...entries.slice(0, limit), `... (${entries.length - limit} more)`].join(', ')
}

/** `Machine` for one and `Machines` for any other number. */
export const counted = (count: number, singular: string, plural = `${singular}s`): string =>
  count === 1 ? singular : plural

const namesShown = 3

/** The first names of a list in our own words: `a, b, c and 2 more`. */
export function firstNames(names: readonly string[]): string {
  const more = names.length - namesShown
  return more > 0 ? `${names.slice(0, namesShown).join(', ')} and ${more} more` : names.join(', ')
}

/** `Machine a` or `Machines a, b`, in order. */
export const machinesText = (machines: readonly { readonly name: string }[]): string =>
  `${counted(machines.length, 'Machine')} ${nameList(machines)}`

/** The names of objects in order, the first three of them. */
export const nameList = (objects: readonly { readonly name: string }[]): string =>
  firstNames(objects.map(({ name }) => name).sort())
