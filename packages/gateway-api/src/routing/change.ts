/** What came and what went between two lists, by identity. */
export interface ListChange<Item> {
  readonly added: readonly Item[]
  readonly gone: ReadonlySet<Item>
}

/** What is in one list and not in the one before. */
export function changeOf<Item>(now: readonly Item[], before: readonly Item[]): ListChange<Item> {
  const [there, was] = [new Set(now), new Set(before)]
  return {
    added: now.filter((item) => !was.has(item)),
    gone: new Set(before.filter((item) => !there.has(item))),
  }
}

/** How parts follow from items, and in which order they stand. */
interface Making<Part, Item> {
  /** The item that a part comes from. */
  readonly of: (part: Part) => Item
  readonly compare: (a: Part, b: Part) => number
}

/** An ordered list after a change: parts of what went are left out, what came is put where it belongs. The same list where nothing changed. */
export function merged<Part, Item>(
  before: readonly Part[],
  { added, gone }: { readonly added: readonly Part[]; readonly gone: ReadonlySet<Item> },
  { of, compare }: Making<Part, Item>,
): readonly Part[] {
  const kept = gone.size === 0 ? before : before.filter((part) => !gone.has(of(part)))
  if (added.length === 0) return kept.length === before.length ? before : kept
  const coming = [...added].sort(compare)
  const result: Part[] = []
  let next = 0
  for (const part of kept) {
    for (let first = coming[next]; first !== undefined && compare(first, part) < 0; first = coming[++next])
      result.push(first)
    result.push(part)
  }
  return [...result, ...coming.slice(next)]
}
