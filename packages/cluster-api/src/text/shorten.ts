/** The first entries of a list and how many more there are: `a, b, c, ... (2 more)`. */
export function shorten(entries: readonly string[], limit: number): string {
  if (entries.length <= limit) return entries.join(', ')
  return [...entries.slice(0, limit), `... (${entries.length - limit} more)`].join(', ')
}

/** `Machine` for one and `Machines` for any other number. */
export const counted = (count: number, singular: string, plural = `${singular}s`): string =>
  count === 1 ? singular : plural
