import { type Line, plainLine, span, timelineRows, timelineSummary, timelineTable } from '@sitrep/present'
import { formatRef, type ObjectRef } from '@sitrep/status'
import type { Content, Row } from '../page.ts'
import type { HeardHistory } from '../state.ts'
import { type ColumnPlan, layColumns } from './columns.ts'
import { textRows } from './text-rows.ts'

// biome-ignore format: the table is read as one; its columns stay aligned
const plans: readonly ColumnPlan[] = [
  { name: 'WHEN',    least: 20 },
  { name: 'WHAT',    least: 14 },
  { name: 'CHANGE',  least: 12 },
  { name: 'FOR',     least: 6 },
  { name: 'REASON',  least: 10, dispensable: 1 },
  { name: 'MESSAGE', least: 20 },
]

export interface HistoryPageOptions {
  readonly now: string
  readonly width: number
}

/** What happened to an object, as far as somebody remembers; the newest last. */
export function historyContent(
  heard: HeardHistory | undefined,
  ref: ObjectRef,
  { now, width }: HistoryPageOptions,
): Content {
  const page = { title: `History of ${formatRef(ref)}`, heads: [], filtered: false }
  const only = (line: Line): Content => ({ ...page, rows: textRows([{ line }], width) })
  const told = heard?.told ?? 'asked'
  if (told === 'asked') return only([span('Asking …', 'muted')])
  if ('failed' in told) return only([span(told.failed, 'bad')])
  const rows = timelineRows(told.entries, Date.parse(now))
  if (rows.length === 0) return only([span(`Nothing is known to have happened to ${formatRef(ref)}`)])
  const { rows: cells } = timelineTable(rows)
  const { heading, lay } = layColumns(plans, cells, width)
  const below = [
    ...timelineSummary(rows).map((words) => span(words)),
    ...(told.note === undefined ? [] : [span(told.note, 'muted')]),
  ]
  const after = textRows([{ line: [] }, ...below.map((each) => ({ line: [each] }))], width, 'below')
  return { ...page, heads: [heading], rows: [...cells.map((row, at) => rowOf(lay(row), at)), ...after] }
}

const rowOf = (line: Line, at: number): Row => ({
  key: `entry ${at}`,
  search: plainLine(line).toLowerCase(),
  line: () => line,
})
