import type { ServedCluster } from '../cluster/served-cluster.ts'
import type { ApiRequest, ApiResponse, ResponseSink } from '../request/api-request.ts'
import type { JournalRow } from '../store/journal.ts'
import type { Store } from '../store/store.ts'
import { backupRows } from '../upkeep/backup.ts'

/** Written in one go before others have their turn, and how much may wait for a slow reader. */
const limits = { turnBytes: 256 * 1024, waitingBytes: 4 * 1024 * 1024, pauseMs: 10 } as const

/** `/sitrep/backup`: all objects of all clusters at this instant, at the root only; `undefined` for anything else. */
export function backupResponse(
  { cluster, prefix }: ServedCluster,
  { method }: Pick<ApiRequest, 'method'>,
  segments: readonly string[],
): ApiResponse | undefined {
  if (prefix !== '' || method !== 'GET' || segments.join('/') !== 'sitrep/backup') return undefined
  const { store } = cluster
  const lines = backupRows(store.revision, [...objectsIn(store)])[Symbol.iterator]()
  return {
    status: 200,
    headers: { 'Content-Type': 'application/x-ndjson' },
    body: { start: (sink) => send(lines, sink) },
  }
}

// States are never changed once they are made: what is gathered in this turn stays one moment, however long it is sent.
function* objectsIn(store: Store): Iterable<JournalRow> {
  for (const cluster of store.clusters())
    for (const collection of store.collections(cluster))
      for (const { key, revision, bytes } of store.list(collection)) yield { ...key, revision, at: 0, bytes }
}

function send(lines: Iterator<string>, sink: ResponseSink): void {
  let timer: NodeJS.Timeout | undefined
  const turn = (): void => {
    let written = 0
    while (written < limits.turnBytes && sink.buffered < limits.waitingBytes) {
      const { done, value } = lines.next()
      if (done === true) {
        sink.end()
        return
      }
      const bytes = Buffer.from(value)
      sink.write(bytes)
      written += bytes.length
    }
    timer = setTimeout(turn, sink.buffered < limits.waitingBytes ? 0 : limits.pauseMs)
  }
  sink.onClose(() => clearTimeout(timer))
  turn()
}
