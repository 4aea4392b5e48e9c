import type { Line } from '@sitrep/present/lines'
import { type KubeObject, valuesAt } from '@sitrep/status'
import type { Verdict } from '@sitrep/verdict'
import { objectTable } from '../output/object-table.ts'
import { type KnownColumns, withColumns } from './known-columns.ts'
import type { ReadTarget } from './read-tables.ts'

export interface TableLineOptions {
  readonly wide: boolean
  readonly allNamespaces: boolean
  readonly width: number | undefined
  readonly columns: KnownColumns
  /** False: rows alone. */
  readonly headings?: boolean
  /** Adds a column with labels. */
  readonly labels?: boolean
  /** The field by which rows are in order; absent: by name. */
  readonly sortBy?: string
  /** Judges objects of all other kinds. */
  readonly judge: ((object: KubeObject) => Verdict) | undefined
  /** Only these rows, without headings. */
  readonly only?: (object: KubeObject) => boolean
}

/** The tables of all targets, one below the other; names carry their kind where there are several. */
export function tableLines(read: readonly ReadTarget[], options: TableLineOptions): readonly Line[] {
  const all = byKind(read, options.sortBy === undefined ? byName : byField(options.sortBy))
  const kinds = all.length
  const tables = all.filter(({ table }) => table.rows.length > 0)
  return tables.flatMap((each, at) => [
    ...(at === 0 || options.only !== undefined ? [] : [[]]),
    ...objectTable(withColumns(each.table, options.columns.of(each.resource)), {
      wide: options.wide,
      width: options.width,
      namespaces: options.allNamespaces && each.resource.namespaced,
      headings: options.headings !== false,
      labels: options.labels === true,
      ...(options.only !== undefined && { only: options.only }),
      ...(kinds > 1 && { prefix: `${each.resource.kind.toLowerCase()}/` }),
      ...(options.judge !== undefined && !options.columns.tell(each.resource) && { judge: options.judge }),
    }),
  ])
}

type Order = (a: Row, b: Row) => number

function byKind(read: readonly ReadTarget[], order: Order): readonly ReadTarget[] {
  const groups = new Map<string, ReadTarget>()
  for (const each of read) {
    const key = `${each.resource.group}/${each.resource.plural}`
    const known = groups.get(key)
    const rows = [...(known?.table.rows ?? []), ...each.table.rows]
    const columnDefinitions = known?.table.columnDefinitions ?? each.table.columnDefinitions
    groups.set(key, { ...each, table: { ...each.table, columnDefinitions, rows: rows.toSorted(order) } })
  }
  return [...groups.values()]
}

type Row = ReadTarget['table']['rows'][number]

const sortKey = ({ object: { metadata } }: Row): string => `${metadata.namespace ?? ''}/${metadata.name}`
const byName = (a: Row, b: Row): number => (sortKey(a) < sortKey(b) ? -1 : 1)

// As kubectl takes it, with or without braces and the first dot. What lacks the field comes first.
function byField(path: string): Order {
  const field = path.replace(/^\{|\}$/g, '').replace(/^\./, '')
  const sortedBy = ({ object }: Row): unknown => valuesAt(object, field)[0]
  return (a, b) => {
    const [left, right] = [sortedBy(a), sortedBy(b)]
    if (typeof left === 'number' && typeof right === 'number' && left !== right) return left - right
    const [first, second] = [String(left ?? ''), String(right ?? '')]
    return first === second ? byName(a, b) : first < second ? -1 : 1
  }
}
