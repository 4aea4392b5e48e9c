import type { JournalRow } from '../store/journal.ts'
import { keyId } from '../store/object-key.ts'

/** The newest state of each object among rows that come in order of revision; deleted ones are left out. */
export function readObjects(rows: Iterable<JournalRow>): readonly JournalRow[] {
  const newest = new Map<string, JournalRow>()
  for (const row of rows) {
    const id = keyId(row)
    if (row.bytes === undefined) newest.delete(id)
    else newest.set(id, row)
  }
  return [...newest.values()].sort((a, b) => a.revision - b.revision)
}
