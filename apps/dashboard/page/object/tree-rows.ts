import { type ObjectRef, refKey } from '@sitrep/status'
import type { TreeEntry } from '../../src/answers.ts'

/** One entry of a tree as it stands in the list of those that are seen. */
export interface TreeRow {
  /** The same for the same entry, however the tree around it changes. */
  readonly key: string
  readonly entry: TreeEntry
  readonly level: number
  readonly parent: string | undefined
  /** Its place among its siblings, from one, and how many they are. */
  readonly place: number
  readonly siblings: number
  readonly open: boolean
}

const plenty = 80

/** The entries that are closed at first: none in a small tree, all that is well in a large one. */
export function closedAtFirst(tree: TreeEntry): ReadonlySet<string> {
  if (sizeOf(tree) <= plenty) return new Set()
  const closed = new Set<string>()
  const visit = (entry: TreeEntry, key: string): void => {
    if (entry.children.length > 0 && entry.children.every(isWell)) closed.add(key)
    for (const child of entry.children) visit(child, keyIn(key, child))
  }
  visit(tree, keyIn('', tree))
  return closed
}

const sizeOf = (entry: TreeEntry): number => entry.children.reduce((sum, child) => sum + sizeOf(child), 1)

const isWell = (entry: TreeEntry): boolean =>
  !['bad', 'unknown', 'progressing'].includes(entry.meaning) && entry.children.every(isWell)

/** The entries that are seen, from top to bottom. */
export function treeRows(tree: TreeEntry, closed: ReadonlySet<string>): readonly TreeRow[] {
  const rows: TreeRow[] = []
  const visit = (entry: TreeEntry, at: Omit<TreeRow, 'entry' | 'open'>): void => {
    const open = entry.children.length > 0 && !closed.has(at.key)
    rows.push({ ...at, entry, open })
    if (!open) return
    for (const [index, child] of entry.children.entries()) {
      const place = { place: index + 1, siblings: entry.children.length }
      visit(child, { key: keyIn(at.key, child), level: at.level + 1, parent: at.key, ...place })
    }
  }
  visit(tree, { key: keyIn('', tree), level: 1, parent: undefined, place: 1, siblings: 1 })
  return rows
}

const keyIn = (parent: string, { ref, name }: TreeEntry): string =>
  `${parent}>${ref === undefined ? name : refKey(ref)}`

/** What a key does in a tree: to another entry, or an entry opened or closed. */
export type TreeMove =
  | { readonly to: string }
  | { readonly open: string }
  | { readonly close: string }
  | undefined

/** What a key does at an entry, as readers of trees are used to. */
export function moveInTree(rows: readonly TreeRow[], current: string, key: string): TreeMove {
  const at = rows.findIndex((row) => row.key === current)
  const row = rows[at]
  if (row === undefined) return undefined
  const to = (target: TreeRow | undefined): TreeMove =>
    target === undefined ? undefined : { to: target.key }
  switch (key) {
    case 'ArrowDown':
      return to(rows[at + 1])
    case 'ArrowUp':
      return to(rows[at - 1])
    case 'Home':
      return to(rows[0])
    case 'End':
      return to(rows.at(-1))
    case 'ArrowRight':
      if (row.entry.children.length === 0) return undefined
      return row.open ? to(rows[at + 1]) : { open: row.key }
    case 'ArrowLeft':
      if (row.open) return { close: row.key }
      return row.parent === undefined ? undefined : { to: row.parent }
    default:
      return undefined
  }
}

/** All objects of a tree. */
export const refsOf = (tree: TreeEntry): readonly ObjectRef[] => [
  ...(tree.ref === undefined ? [] : [tree.ref]),
  ...tree.children.flatMap(refsOf),
]
