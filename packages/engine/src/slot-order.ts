/** What the order of a place goes by. */
interface Named {
  readonly namespace: string
  readonly name: string
}

interface Placed extends Named {
  readonly table: { readonly order: string; readonly knowledge: { readonly rank: number } }
}

/** As `namespace/name` are ordered. */
export function byKey(a: Named, b: Named): number {
  if (a.namespace === b.namespace) return a.name < b.name ? -1 : a.name > b.name ? 1 : 0
  return `${a.namespace}/` < `${b.namespace}/` ? -1 : 1
}

/** Where a place stands, or would stand, among places in order. */
export function lowerBound(members: readonly Named[], slot: Named): number {
  let low = 0
  let high = members.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const member = members[middle]
    if (member !== undefined && byKey(member, slot) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Catalog order first, then cluster, then namespace and name: the order of every round and of every answer. */
export function bySlot(a: Placed, b: Placed): number {
  const rank = a.table.knowledge.rank - b.table.knowledge.rank
  if (rank !== 0 && !Number.isNaN(rank)) return rank
  if (a.table !== b.table && a.table.order !== b.table.order) return a.table.order < b.table.order ? -1 : 1
  return byKey(a, b)
}
