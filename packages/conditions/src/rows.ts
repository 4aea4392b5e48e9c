import type { DecidingRow } from './decision.ts'
import type { Source } from './source.ts'

/** What a row rests on, for whoever asks why. */
export type RowSources<Facts> = readonly Source[] | ((facts: Facts) => readonly Source[])

/** A row as every table has it: when it applies in words, the guard that tests it, what then follows, and what it rests on. */
export type Row<Facts, Then> = readonly [
  words: string,
  guard: (facts: Facts) => boolean,
  follows: Then,
  sources?: RowSources<Facts>,
]

/** The guard of a last row. */
export function otherwise(): boolean {
  return true
}

/** What a table came to: what follows, from which row, and what that rests on. */
export interface FoundRow<Then> {
  readonly follows: Then
  readonly row: DecidingRow
  readonly sources: readonly Source[]
}

/** The place of the first row whose guard holds; -1 where none does. */
export function placeOfFirst<Facts>(rows: readonly Row<Facts, unknown>[], facts: Facts): number {
  for (let index = 0; index < rows.length; index++) if (rows[index]?.[1](facts)) return index
  return -1
}

/** The first row whose guard holds; nothing where none does. The given sources come before those of the row. */
export function firstRow<Facts, Then>(
  rows: readonly Row<Facts, Then>[],
  facts: Facts,
  sources: readonly Source[],
): FoundRow<Then> | undefined {
  const index = placeOfFirst(rows, facts)
  const row = rows[index]
  if (row === undefined) return undefined
  return {
    follows: row[2],
    row: decidingRow(rows, index),
    sources: withRowSources(sources, row[3], facts),
  }
}

// Only remembered, never changed: which row it is says everything, and tables are asked millions of times.
const decidingRows: WeakMap<object, readonly DecidingRow[]> = new WeakMap()

/** The words of a row and of those above it. */
export function decidingRow(rows: readonly Row<never, unknown>[], index: number): DecidingRow {
  const known = decidingRows.get(rows)
  if (known !== undefined) return known[index] ?? deciding(rows, index)
  const all = rows.map((_, at) => deciding(rows, at))
  decidingRows.set(rows, all)
  return all[index] ?? deciding(rows, index)
}

function deciding(rows: readonly Row<never, unknown>[], index: number): DecidingRow {
  const words = rows.map(([inWords]) => inWords)
  return { index, words: words[index] ?? '', passedOver: words.slice(0, index) }
}

/** What a row rests on, after what is given. */
export function withRowSources<Facts>(
  given: readonly Source[],
  row: RowSources<Facts> | undefined,
  facts: Facts,
): readonly Source[] {
  if (row === undefined) return given
  const own = typeof row === 'function' ? row(facts) : row
  return given.length === 0 ? own : [...given, ...own]
}
