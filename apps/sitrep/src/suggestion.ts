/** The name that was probably meant, of a command, an option, a kind. */
export function suggestion(typed: string, names: readonly string[]): string | undefined {
  const near = names
    .map((name) => ({ name, distance: distance(typed, name) }))
    .sort((a, b) => a.distance - b.distance)
  const [best] = near
  return best !== undefined && best.distance <= Math.max(1, Math.floor(typed.length / 3))
    ? best.name
    : undefined
}

// Letters to change, add, leave out or swap.
function distance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const change = (last[j - 1] ?? 0) + (same ? 0 : 1)
      const cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, change)
      row.push(swapped ? Math.min(cost, (beforeLast[j - 2] ?? 0) + 1) : cost)
    }
    beforeLast = last
    last = row
  }
  return last[b.length] ?? 0
}
