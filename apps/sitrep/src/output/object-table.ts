import { type Line, layTable, meaningOf, type Span, span } from '@sitrep/present'
import type { KubeObject } from '@sitrep/status'
import type { ColumnDefinition, ServerRow, ServerTable } from '../source/server-table.ts'

export interface ObjectTableOptions {
  readonly wide: boolean
  readonly namespaces: boolean
  readonly width: number | undefined
  readonly headings?: boolean
}

/** A server's Table in our manner: coloured by what cells mean, old generations marked. */
export function objectTable(
  { columnDefinitions, rows }: ServerTable,
  options: ObjectTableOptions,
): readonly Line[] {
  const all = columnDefinitions ?? []
  const shown = all
    .map((column, at) => ({ column, at }))
    .filter(({ column }) => options.wide || column.priority === 0)
  const columns = [...(options.namespaces ? ['Namespace'] : []), ...shown.map(({ column }) => column.name)]
  const cells = rows.map((row) => rowCells(row, shown, options.namespaces))
  const lines = layTable(
    { columns, rows: cells },
    { ...(options.width !== undefined && { width: options.width }), headings: options.headings ?? true },
  )
  return rows.some(({ object }) => isStale(object))
    ? [...lines, [span('* its status is about an older generation', 'muted')]]
    : lines
}

type Shown = readonly { readonly column: ColumnDefinition; readonly at: number }[]

function rowCells({ cells, object }: ServerRow, shown: Shown, namespaces: boolean): readonly Span[] {
  const stale = isStale(object)
  const spans = shown.map(({ column, at }, position) => {
    const text = cellText(cells[at])
    if (position === 0) return span(stale ? `${text}*` : text, stale ? 'unknown' : 'plain')
    return cellSpan(column, text, stale)
  })
  return namespaces ? [span(object.metadata.namespace ?? ''), ...spans] : spans
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
