import {
  type Connection,
  ControllerError,
  collectionPath,
  documents,
  withQuery,
} from '@sitrep/controller/connection'
import { type ServerRow, type ServerTable, tableAccept } from '../source/server-table.ts'
import { type ReadTarget, readTarget, type Selection } from './read-tables.ts'

/** Rows that came, changed or went. */
export interface RowChange {
  readonly gone: boolean
  readonly rows: readonly ServerRow[]
}

export interface FollowOptions {
  readonly connection: Connection
  readonly selection: Selection
  readonly interrupted: AbortSignal
  readonly onChange: (change: RowChange) => void
  /** Everything was read again, because the server no longer remembers what was missed. */
  readonly onReset: (read: ReadTarget) => void
  readonly sleep: (milliseconds: number) => Promise<void>
}

const retryMs = 1_000

/** Follows one target until it is interrupted: goes on where a watch ended, and reads again where that is not possible. */
export async function followTarget(target: ReadTarget, options: FollowOptions): Promise<void> {
  const { connection, selection, interrupted } = options
  let version = target.table.metadata.resourceVersion
  while (!interrupted.aborted) {
    try {
      version = await watchOnce(target, { ...options, version })
    } catch (error) {
      if (interrupted.aborted) return
      if (!(error instanceof ControllerError)) throw error
      await options.sleep(retryMs)
      const read = await readTarget(connection, target, selection)
      if (read.failures.length > 0) continue
      version = read.table.metadata.resourceVersion
      options.onReset(read)
    }
  }
}

interface Watching extends FollowOptions {
  readonly version: string | undefined
}

async function watchOnce(
  { resource, names }: ReadTarget,
  { connection, selection, interrupted, version, onChange }: Watching,
): Promise<string | undefined> {
  const path = withQuery(collectionPath(resource, resource.namespaced ? selection.namespace : undefined), {
    watch: true,
    allowWatchBookmarks: true,
    resourceVersion: version,
    includeObject: 'Object',
    labelSelector: names.length > 0 ? undefined : selection.selector,
  })
  let reached = version
  const stream = await connection.stream({ path, accept: tableAccept, signal: interrupted })
  try {
    for await (const batch of documents(stream.chunks)) {
      for (const event of batch) {
        const { type, object } = event as { type: string; object: ServerTable }
        if (type === 'ERROR') throw new ControllerError('watch-expired', 'The watch ended', { retry: 'now' })
        const rows = object.rows ?? []
        reached = rows.at(-1)?.object.metadata.resourceVersion ?? object.metadata?.resourceVersion ?? reached
        if (type === 'BOOKMARK') continue
        const mine = rows.filter((row) => names.length === 0 || names.includes(row.object.metadata.name))
        if (mine.length > 0) onChange({ gone: type === 'DELETED', rows: mine })
      }
    }
  } finally {
    stream.close()
  }
  return reached
}
