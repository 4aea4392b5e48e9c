import { same } from '@sitrep/status'
import type { Way } from './apply-rows.ts'
import { ConversionError } from './errors.ts'
import type { FieldRow, Row, StageTable } from './row.ts'
import { copyOf, isTree, put, type Tree, take, valueAt } from './tree.ts'

/** Where the newer object is kept while it goes through the older stage. */
export const savedCopyAnnotation = 'cluster.x-k8s.io/conversion-data'

/** Writes the newer object, apart from its metadata, into an annotation of the older one. */
export function saveCopy(older: Tree, newer: Tree): void {
  const { metadata: _own, ...rest } = newer
  const metadata = isTree(older['metadata']) ? older['metadata'] : {}
  const annotations = isTree(metadata['annotations']) ? metadata['annotations'] : {}
  older['metadata'] = {
    ...metadata,
    annotations: { ...annotations, [savedCopyAnnotation]: JSON.stringify(rest) },
  }
}

/** Takes the saved object out of an older one; nothing where there is none. */
export function takeCopy(older: Tree): Tree | undefined {
  const text = take(older, ['metadata', 'annotations', savedCopyAnnotation])
  if (text === undefined) return undefined
  const copy = parse(String(text))
  if (!isTree(copy))
    throw new ConversionError('malformed-field', `the annotation ${savedCopyAnnotation} holds no object`)
  return copy
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The three versions of one object that a way back is made from. */
export interface WayBack {
  /** What came in, before and after its conversion. */
  readonly older: Tree
  readonly newer: Tree
  /** What was saved, and what it had become in the older stage. */
  readonly saved: Tree
  readonly savedOlder: Tree
}

/**
 * Gives fields back what the older stage could not hold: where a field still says what the saved object had become, nobody has
 * changed it, and the saved value is the true one. Changes the newer object.
 */
export function restore(back: WayBack, { rows }: StageTable, way: Way): void {
  for (const row of rows) restoreRow(back, row, way)
}

function restoreRow(back: WayBack, row: Row, way: Way): void {
  if ('each' in row) {
    eachPair(back, row.each, (pair) => {
      for (const inner of row.rows) restoreRow(pair, inner, way)
    })
  } else if (row.newer !== undefined && isUnchanged(back, row)) {
    const value = valueAt(back.saved, row.newer)
    take(back.newer, row.newer)
    if (value !== undefined) put(back.newer, row.newer, copyOf(value))
  }
}

function isUnchanged({ older, savedOlder }: WayBack, row: FieldRow): boolean {
  if (row.older === undefined || row.copyWins) return true
  return same(valueAt(older, row.older), valueAt(savedOlder, row.older))
}

/** Entries of a list belong together by their name, else by their place. */
function eachPair(back: WayBack, place: readonly string[], visit: (pair: WayBack) => void): void {
  const [older, newer, saved, savedOlder] = [back.older, back.newer, back.saved, back.savedOlder].map(
    (tree) => listAt(tree, place),
  )
  for (const [at, entry] of (newer ?? []).entries()) {
    const was = saved?.findIndex((candidate) => candidate['name'] === entry['name']) ?? -1
    const [before, after, wasOlder] = [older?.[at], saved?.[was], savedOlder?.[was]]
    if (before && after && wasOlder)
      visit({ older: before, newer: entry, saved: after, savedOlder: wasOlder })
  }
}

function listAt(tree: Tree, place: readonly string[]): readonly Tree[] {
  const list = valueAt(tree, place)
  return Array.isArray(list) ? list.filter(isTree) : []
}
