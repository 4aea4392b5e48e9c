import { compareBytes } from '@sitrep/conditions'

const shown = 3

/** Names in order: `a, b`, `a, b, and c`, `a, b, c, and 2 more`. */
export function someNames(names: readonly string[]): string {
  const sorted = names.toSorted(compareBytes)
  const first = sorted.slice(0, shown)
  if (sorted.length > shown) return `${first.join(', ')}, and ${sorted.length - shown} more`
  if (sorted.length < shown) return first.join(', ')
  return `${first.slice(0, -1).join(', ')}, and ${first.at(-1)}`
}
