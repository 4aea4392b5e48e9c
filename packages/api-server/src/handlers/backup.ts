import type { ServedCluster } from '../cluster/served-cluster.ts'
import type { ApiRequest, ApiResponse } from '../request/api-request.ts'
import { writePaced } from '../request/paced.ts'
import type { JournalRow } from '../store/journal.ts'
import { bySlices } from '../store/object-slices.ts'
import type { Store } from '../store/store.ts'
import { backupRows } from '../upkeep/backup.ts'

/** `/sitrep/backup`: all objects of all clusters at this instant, at the root only; `undefined` for anything else. */
export function backupResponse(
  { cluster, prefix }: ServedCluster,
  { method }: Pick<ApiRequest, 'method'>,
  segments: readonly string[],
): ApiResponse | undefined {
  if (prefix !== '' || method !== 'GET' || segments.join('/') !== 'sitrep/backup') return undefined
  const { store } = cluster
  const lines = backupRows(store.revision, [...objectsIn(store)])
  const pieces = bySlices(
    lines,
    ({ length }) => length,
    (slice) => Buffer.from(slice.join('')),
  )
  return {
    status: 200,
    headers: { 'Content-Type': 'application/x-ndjson' },
    body: { start: (sink) => writePaced(sink, pieces, { done: () => sink.end(), failed: () => sink.cut() }) },
  }
}

// States are never changed once they are made: what is gathered in this turn stays one moment, however long it is sent.
function* objectsIn(store: Store): Iterable<JournalRow> {
  for (const cluster of store.clusters())
    for (const collection of store.collections(cluster))
      for (const { key, revision, bytes } of store.list(collection)) yield { ...key, revision, at: 0, bytes }
}
