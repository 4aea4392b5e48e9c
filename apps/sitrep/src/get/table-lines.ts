import type { Line } from '@sitrep/present/lines'
import type { KubeObject } from '@sitrep/status'
import type { Verdict } from '@sitrep/verdict'
import { objectTable } from '../output/object-table.ts'
import { type KnownColumns, withColumns } from './known-columns.ts'
import type { ReadTarget } from './read-tables.ts'

export interface TableLineOptions {
  readonly wide: boolean
  readonly allNamespaces: boolean
  readonly width: number | undefined
  readonly columns: KnownColumns
  /** Judges objects of all other kinds. */
  readonly judge: ((object: KubeObject) => Verdict) | undefined
  /** Only these rows, without headings. */
  readonly only?: (object: KubeObject) => boolean
}

/** The tables of all targets, one below the other; names carry their kind where there are several. */
export function tableLines(read: readonly ReadTarget[], options: TableLineOptions): readonly Line[] {
  const all = byKind(read)
  const kinds = all.length
  const tables = all.filter(({ table }) => table.rows.length > 0)
  return tables.flatMap((each, at) => [
    ...(at === 0 || options.only !== undefined ? [] : [[]]),
    ...objectTable(withColumns(each.table, options.columns.of(each.resource)), {
      wide: options.wide,
      width: options.width,
      namespaces: options.allNamespaces && each.resource.namespaced,
      ...(options.only !== undefined && { only: options.only }),
      ...(kinds > 1 && { prefix: `${each.resource.kind.toLowerCase()}/` }),
      ...(options.judge !== undefined && !options.columns.tell(each.resource) && { judge: options.judge }),
    }),
  ])
}

function byKind(read: readonly ReadTarget[]): readonly ReadTarget[] {
  const groups = new Map<string, ReadTarget>()
  for (const each of read) {
    const key = `${each.resource.group}/${each.resource.plural}`
    const known = groups.get(key)
    const rows = [...(known?.table.rows ?? []), ...each.table.rows]
    const columnDefinitions = known?.table.columnDefinitions ?? each.table.columnDefinitions
    groups.set(key, { ...each, table: { ...each.table, columnDefinitions, rows: rows.toSorted(byName) } })
  }
  return [...groups.values()]
}

type Row = ReadTarget['table']['rows'][number]

const sortKey = ({ object: { metadata } }: Row): string => `${metadata.namespace ?? ''}/${metadata.name}`
const byName = (a: Row, b: Row): number => (sortKey(a) < sortKey(b) ? -1 : 1)
