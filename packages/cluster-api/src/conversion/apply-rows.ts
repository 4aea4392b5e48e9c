import { ConversionError } from './errors.ts'
import type { Codec, ConversionContext, FieldRow, Row } from './row.ts'
import { isTree, type Path, put, type Tree, take, valueAt } from './tree.ts'

export type Direction = 'up' | 'down'

/** Moves every field of a table to its place in the other stage. Changes the tree. */
export function applyRows(tree: Tree, rows: readonly Row[], way: Way): void {
  // Everything is taken before anything is put: what one stage calls conditions is another list in the other.
  const moves = rows.filter(isField).map((row) => ({ row, value: takeFor(tree, row, way) }))
  for (const { row, value } of moves) {
    const target = targetOf(row, way)
    if (value === undefined || target === undefined || put(tree, target, value)) continue
    throw new ConversionError(
      'mixed-stages',
      `${target.join('.')} is there already, so ${describe(row, way)} has no place`,
    )
  }
  for (const row of rows)
    if ('each' in row) applyToEach(tree, row.each, (entry) => applyRows(entry, row.rows, way))
}

export interface Way {
  readonly direction: Direction
  readonly context: ConversionContext
}

const isField = (row: Row): row is FieldRow => !('each' in row)

export const sourceOf = (row: FieldRow, { direction }: Way): Path | undefined =>
  direction === 'up' ? row.older : row.newer

export const targetOf = (row: FieldRow, { direction }: Way): Path | undefined =>
  direction === 'up' ? row.newer : row.older

const describe = (row: FieldRow, way: Way): string => sourceOf(row, way)?.join('.') ?? 'it'

function takeFor(tree: Tree, row: FieldRow, way: Way): unknown {
  const source = sourceOf(row, way)
  const value = source === undefined ? undefined : take(tree, source)
  const codec: Codec | undefined = row[way.direction]
  return codec === undefined ? value : codec(value, way.context)
}

function applyToEach(tree: Tree, place: Path, apply: (entry: Tree) => void): void {
  const list = valueAt(tree, place)
  if (!Array.isArray(list)) return
  for (const entry of list) if (isTree(entry)) apply(entry)
}
