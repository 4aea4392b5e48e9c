import { type Line, layTable, meaningOf, type Span, span } from '@sitrep/present/lines'
import type { KubeObject } from '@sitrep/status'
import type { Verdict } from '@sitrep/verdict'
import type { ColumnDefinition, ServerRow, ServerTable } from '../source/server-table.ts'
import { verdictSpan } from './verdict-meaning.ts'

export interface ObjectTableOptions {
  readonly wide: boolean
  readonly namespaces: boolean
  readonly width: number | undefined
  /** False: rows alone. */
  readonly headings?: boolean
  /** Adds a column with labels. */
  readonly labels?: boolean
  /** Stands before every name. */
  readonly prefix?: string
  /** Adds a column with a verdict. */
  readonly judge?: (object: KubeObject) => Verdict
  /** Only these rows, without headings, but with the columns where they stand among all. */
  readonly only?: (object: KubeObject) => boolean
}

type Shown = readonly { readonly column: ColumnDefinition; readonly at: number }[]

/** A server's Table in our manner: coloured by what cells mean, old generations marked. */
export function objectTable(
  { columnDefinitions, rows }: ServerTable,
  options: ObjectTableOptions,
): readonly Line[] {
  const shown: Shown = (columnDefinitions ?? [])
    .map((column, at) => ({ column, at }))
    .filter(({ column }) => options.wide || column.priority === 0)
  const judged = rows.map(({ object }) => options.judge?.(object))
  const columns = [
    ...(options.namespaces ? ['Namespace'] : []),
    ...shown.map(({ column }) => column.name),
    ...(options.judge === undefined ? [] : ['Verdict']),
    ...(options.labels === true ? ['Labels'] : []),
  ]
  const cells = rows.map((row, at) => [
    ...rowCells(row, shown, options),
    ...verdictCells(judged[at]),
    ...labelCells(row, options),
  ])
  const { width, only } = options
  const lines = layTable(
    { columns, rows: cells },
    // Whoever wants all of it gets it whole, however narrow the terminal is.
    width === undefined || options.wide || options.labels === true
      ? {}
      : { width, firm: options.namespaces ? 2 : 1, dispensable: dispensable(columns, options) },
  )
  if (only !== undefined)
    return lines.slice(1).filter((_, at) => rows.slice(at, at + 1).some(({ object }) => only(object)))
  if (options.headings === false) return lines.slice(1)
  return [
    ...lines,
    ...(rows.some(({ object }) => isStale(object))
      ? [[span('* its status is about an older generation', 'muted')]]
      : []),
    ...(judged.some((verdict) => verdict?.generic)
      ? [[span('~ judged by generic rules: nothing is known about this kind', 'muted')]]
      : []),
  ]
}

const always = /^(age|verdict)$/i
const statuses = /^(ready|available|programmed|accepted|synced|status|phase|state)$/i

// Whatever else there is goes first, from the right; then further statuses. Names, the first status and the age stay.
function dispensable(columns: readonly string[], { namespaces }: ObjectTableOptions): readonly number[] {
  const names = namespaces ? 2 : 1
  const rest = columns.flatMap((name, at) => (at < names || always.test(name) ? [] : [at])).toReversed()
  const told = rest.filter((at) => statuses.test(columns[at] ?? ''))
  return [...rest.filter((at) => !told.includes(at)), ...told.slice(0, -1)]
}

function rowCells(
  { cells, object }: ServerRow,
  shown: Shown,
  { namespaces, prefix = '' }: ObjectTableOptions,
): readonly Span[] {
  const stale = isStale(object)
  const spans = shown.map(({ column, at }, position) => {
    const text = cellText(cells[at])
    if (position === 0) return span(`${prefix}${text}${stale ? '*' : ''}`, stale ? 'unknown' : 'plain')
    return cellSpan(column, text, stale)
  })
  return namespaces ? [span(object.metadata.namespace ?? ''), ...spans] : spans
}

const verdictCells = (verdict: Verdict | undefined): readonly Span[] =>
  verdict === undefined ? [] : [verdictSpan(verdict)]

const labelCells = ({ object }: ServerRow, { labels }: ObjectTableOptions): readonly Span[] => {
  if (labels !== true) return []
  const all = Object.entries(object.metadata.labels ?? {}).map(([name, value]) => `${name}=${value}`)
  return [span(all.length === 0 ? '<none>' : all.sort().join(','))]
}

const cellText = (cell: unknown): string =>
  cell === null || cell === undefined ? '' : typeof cell === 'string' ? cell : JSON.stringify(cell)

// A cell of three answers is a condition, and its column is named after it.
function cellSpan({ name }: ColumnDefinition, text: string, stale: boolean): Span {
  if (text !== 'True' && text !== 'False' && text !== 'Unknown') return span(text)
  return span(text, stale ? 'unknown' : meaningOf(name.replaceAll(/[\s-]/g, ''), text))
}

/** Whether the status is about an older generation than the spec. */
export function isStale({ metadata, status }: KubeObject): boolean {
  const observed = (status as { observedGeneration?: unknown } | undefined)?.observedGeneration
  const generation = metadata.generation
  return observed !== undefined && generation !== undefined && Number(observed) < generation
}
