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
  /** So many columns on the left never give way: names. */
  readonly firm?: number
  /** Columns that are left out where there is no room for all, the first of them first. */
  readonly dispensable?: readonly number[]
}

const gap = 3

// No column is made narrower than this: what is left of its cells has to be recognisable.
const narrowest = 12

/**
 * Lines of a table, its columns as wide as their widest cell. Where the terminal is narrower, columns in which nothing stands are left out and
 * the widest ones give way first; where that is not enough, those that can be done without are left out.
 */
export function layTable(
  { columns, rows }: Table,
  { width, headings = true, firm = 0, dispensable = [] }: TableLayout = {},
): readonly Line[] {
  const heads = columns.map((column): Span => ({ text: column.toUpperCase(), meaning: 'heading' }))
  const all = headings ? [heads, ...rows] : rows
  const widths = columns.map((_, at) => Math.max(0, ...all.map((row) => widthOf(row[at]?.text ?? ''))))
  if (width !== undefined) giveWay(widths, rows, { limit: width, firm, dispensable })
  return all.map((row) => layRow(row, widths, width))
}

function giveWay(
  widths: number[],
  rows: Table['rows'],
  {
    limit,
    firm,
    dispensable,
  }: Required<Pick<TableLayout, 'firm' | 'dispensable'>> & { readonly limit: number },
): void {
  const over = (): number =>
    widths.reduce((sum, width) => sum + (width === 0 ? 0 : width + gap), -gap) - limit
  for (const at of widths.keys())
    if (over() > 0 && rows.every((row) => (row[at]?.text ?? '') === '')) widths[at] = 0
  // What the others can give up at most.
  const give = (): number =>
    widths.reduce((sum, width, at) => sum + (at < firm ? 0 : Math.max(0, width - narrowest)), 0)
  for (const at of dispensable) if (over() > give()) widths[at] = 0
  for (let excess = over(); excess > 0; excess--) {
    const widest = widths.reduce(
      (most, width, at) => (at > most && width > (widths[most] ?? 0) ? at : most),
      firm,
    )
    if ((widths[widest] ?? 0) <= narrowest) return
    widths[widest] = (widths[widest] ?? 0) - 1
  }
}

function layRow(row: readonly Span[], widths: readonly number[], limit: number | undefined): Line {
  const line: Span[] = []
  const last = widths.findLastIndex((width) => width > 0)
  let used = 0
  for (const [at, { text, meaning }] of row.entries()) {
    const width = widths[at] ?? 0
    const room = limit === undefined ? Number.POSITIVE_INFINITY : limit - used
    if (room <= 0) break
    if (width === 0) continue
    const cell = fit(text, width)
    const shown = fit(at === last ? cell : padEnd(cell, width + gap), room)
    line.push({ text: shown, meaning })
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
