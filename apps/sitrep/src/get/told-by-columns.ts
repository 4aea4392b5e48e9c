import { familyKinds, type KindRef, kindKey } from '@sitrep/status'
import { type FamilyEntry, loadFamily } from '../families.ts'
import type { ReadTarget } from './read-tables.ts'

/** Finds out of which kinds the columns say how their objects are. Families are asked one by one until one knows: the others need not be loaded. */
export async function toldByColumns(
  read: readonly ReadTarget[],
  entries: readonly FamilyEntry[],
): Promise<(kind: KindRef) => boolean> {
  const told = new Set<string>()
  for (const target of read) if (await isTold(target, entries)) told.add(kindKey(target.resource))
  return (kind) => told.has(kindKey(kind))
}

async function isTold({ resource, table }: ReadTarget, entries: readonly FamilyEntry[]): Promise<boolean> {
  const { group, version, kind } = resource
  // Where there is no row, nothing is known but the name of the kind.
  const object = {
    metadata: { name: '' },
    ...table.rows[0]?.object,
    apiVersion: group === '' ? version : `${group}/${version}`,
    kind,
  }
  for (const entry of entries)
    if (familyKinds([await loadFamily(entry)], object).some(({ columnsTell }) => columnsTell)) return true
  return false
}
