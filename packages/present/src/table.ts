import type { Line, Span } from './meaning.ts'
import { fit, padEnd, widthOf } from './width.ts'

/** A table before it is laid out. */
export interface Table {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Span[])[]
}

export interface TableLayout {
  /** Columns of the terminal; unlimited in a pipe. */
  readonly width?: number
  readonly headings?: boolean
}

const gap = 3

/** Lines of a table, its columns as wide as their widest cell; the last one is cut where the terminal ends. */
export function layTable(
  { columns, rows }: Table,
  { width, headings = true }: TableLayout = {},
): readonly Line[] {
  const heads = columns.map((column): Span => ({ text: column.toUpperCase(), meaning: 'heading' }))
  const all = headings ? [heads, ...rows] : rows
  const widths = columns.map((_, at) => Math.max(0, ...all.map((row) => widthOf(row[at]?.text ?? ''))))
  return all.map((row) => layRow(row, widths, width))
}

function layRow(row: readonly Span[], widths: readonly number[], limit: number | undefined): Line {
  const line: Span[] = []
  let used = 0
  for (const [at, span] of row.entries()) {
    const last = at === row.length - 1
    const room = limit === undefined ? Number.POSITIVE_INFINITY : limit - used
    if (room <= 0) break
    const text = last ? span.text : padEnd(span.text, (widths[at] ?? 0) + gap)
    const shown = fit(text.trimEnd() === '' ? text : text, room)
    line.push({ text: shown, meaning: span.meaning })
    used += widthOf(shown)
  }
  return line
}

/** The text of a line, without its meanings. */
export const plainLine = (line: Line): string =>
  line
    .map(({ text }) => text)
    .join('')
    .trimEnd()
