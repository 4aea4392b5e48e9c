import { type Column, type FamilyKind, familyKinds, type KindRef, kindKey } from '@sitrep/status'
import { type FamilyEntry, loadFamily } from '../families/families.ts'
import { columnValue } from '../output/column-value.ts'
import type { ColumnDefinition, ServerTable } from '../source/server-table.ts'
import type { ReadTarget } from './read-tables.ts'

/** What families know of the columns of the kinds that were read. */
export interface KnownColumns {
  /** Whether the columns of a kind say how its objects are. */
  readonly tell: (kind: KindRef) => boolean
  /** The columns of a kind of which some show more than the table of a server can. */
  readonly of: (kind: KindRef) => readonly Column[]
}

/** Finds out what is known of the columns. Families are asked one by one until one knows: the others need not be loaded. */
export async function knownColumns(
  read: readonly ReadTarget[],
  entries: readonly FamilyEntry[],
): Promise<KnownColumns> {
  const known = new Map<string, FamilyKind>()
  for (const target of read) {
    const found = await knownOf(target, entries)
    if (found !== undefined) known.set(kindKey(target.resource), found)
  }
  return {
    tell: (kind) => known.get(kindKey(kind))?.columnsTell === true,
    of: (kind) => known.get(kindKey(kind))?.columns ?? [],
  }
}

async function knownOf(
  { resource, table }: ReadTarget,
  entries: readonly FamilyEntry[],
): Promise<FamilyKind | undefined> {
  const { group, version, kind } = resource
  // Where there is no row, nothing is known but the name of the kind.
  const object = {
    metadata: { name: '' },
    ...table.rows[0]?.object,
    apiVersion: group === '' ? version : `${group}/${version}`,
    kind,
  }
  for (const entry of entries) {
    const kinds = familyKinds([await loadFamily(entry)], object)
    const found = kinds.find(({ columnsTell, columns }) => columnsTell || columns !== undefined)
    if (found !== undefined) return found
  }
  return undefined
}

/** A table with these columns as far as a server cannot print them: each behind the one that stands before it here, else before the age. */
export function withColumns(table: ServerTable, columns: readonly Column[]): ServerTable {
  const { columnDefinitions } = table
  if (columnDefinitions === null) return table
  const all: Placed[] = columnDefinitions.map((definition, at) => ({ definition, at }))
  for (const [place, column] of columns.entries()) {
    if (column.several === undefined) continue
    const at = indexOf(all, column.name)
    if (at !== -1) all[at] = { definition: column }
    else all.splice(placeFor(columns[place - 1]?.name, all), 0, { definition: column })
  }
  return {
    ...table,
    columnDefinitions: all.map(({ definition }) => definition),
    rows: table.rows.map(({ object, cells }) => ({
      object,
      cells: all.map((placed) =>
        'at' in placed ? cells[placed.at] : columnValue(object, placed.definition),
      ),
    })),
  }
}

/** A column of the server, with its place there, or one of ours. */
type Placed = { readonly definition: ColumnDefinition; readonly at: number } | { readonly definition: Column }

const indexOf = (all: readonly Placed[], name: string): number =>
  all.findIndex(({ definition }) => definition.name.toLowerCase() === name.toLowerCase())

function placeFor(before: string | undefined, all: readonly Placed[]): number {
  const predecessor = before === undefined ? -1 : indexOf(all, before)
  if (predecessor !== -1) return predecessor + 1
  const age = indexOf(all, 'Age')
  return age === -1 ? all.length : age
}
