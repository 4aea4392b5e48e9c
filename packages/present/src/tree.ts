import type { Span } from './meaning.ts'

/** Something with things below it. */
export interface TreeNode {
  /** What stands in the row, the first cell next to the branches. */
  readonly cells: readonly Span[]
  /** Lines below the row that belong to it, indented like its children. */
  readonly notes?: readonly (readonly Span[])[]
  readonly children: readonly TreeNode[]
}

/** A row of a tree: its branches drawn in front of its first cell. */
export interface TreeRow {
  readonly cells: readonly Span[]
  readonly note: boolean
}

/** Draws the branches. Notes come before children. */
export function layTree(root: TreeNode): readonly TreeRow[] {
  return [{ cells: root.cells, note: false }, ...below(root, '')]
}

function below(node: TreeNode, prefix: string): readonly TreeRow[] {
  const stem = node.children.length > 0 ? '│ ' : '  '
  const notes = (node.notes ?? []).map(
    (cells): TreeRow => ({ cells: branched(`${prefix}${stem}  `, cells), note: true }),
  )
  const children = node.children.flatMap((child, at) => {
    const last = at === node.children.length - 1
    const row: TreeRow = { cells: branched(`${prefix}${last ? '└─' : '├─'}`, child.cells), note: false }
    return [row, ...below(child, `${prefix}${last ? '  ' : '│ '}`)]
  })
  return [...notes, ...children]
}

function branched(branches: string, [first, ...rest]: readonly Span[]): readonly Span[] {
  return [{ text: `${branches}${first?.text ?? ''}`, meaning: first?.meaning ?? 'plain' }, ...rest]
}
