import type { Collection, ObjectKey } from './object-key.ts'
import type { StoredObject } from './stored-object.ts'

/**
 * Objects, one revision counter and a log of what changed, for all clusters of a server.
 *
 * Two states exist at a time. Readers and watchers see what is durable. Writers decide against the head, which
 * includes writes that are still on their way to the disk; those of one turn are made durable together.
 */
export interface Store {
  /** The revision of the newest durable write. It never goes back, not even over a restart. */
  readonly revision: number
  /** The revision of the newest write that a writer can see, durable or not. */
  readonly headRevision: number
  /** History reaches back to just after this revision; reading at an earlier one throws `expired`. */
  readonly compacted: number
  /** The clusters that hold at least one object. */
  clusters(): readonly string[]
  get(key: ObjectKey): StoredObject | undefined
  /** Sorted by namespace and name. All namespaces where none is named. */
  list(collection: Collection, namespace?: string): readonly StoredObject[]
  /** As `list`, as it was at `revision`. */
  listAt(collection: Collection, revision: number, namespace?: string): readonly StoredObject[]
  /** The resources of a cluster that hold objects. */
  collections(cluster: string): readonly Collection[]
  head(key: ObjectKey): StoredObject | undefined
  /** As `list`, including writes that are not durable yet; in no promised order. */
  headList(collection: Collection): readonly StoredObject[]
  /**
   * Takes a write into the head at once and resolves when it is durable. Throws `stale` without a trace when the head
   * is not `expected` any more; rejects with `write-failed` when the disk refused, and then nothing of it is left.
   */
  write(change: Change): Promise<StoreEvent>
  /**
   * Resolves when all that a writer can see now is durable; `undefined` when it is so already. Rejects with `write-failed`
   * when the disk refused some of it.
   */
  settled(): Promise<unknown> | undefined
  /** What happened in a collection after `revision`, oldest first. Throws `expired` when history does not reach back. */
  eventsAfter(collection: Collection, revision: number): readonly StoreEvent[]
  /** Calls back with the events of each durable group of writes, in order of revision. Returns what ends it. */
  subscribe(collection: Collection, listener: StoreListener): () => void
  /** As `subscribe`, for every collection of a cluster. */
  subscribeCluster(cluster: string, listener: StoreListener): () => void
  /** As `subscribe`, for every collection of every cluster. */
  subscribeAll(listener: StoreListener): () => void
  /** Waits for writes under way, then gives the file back. Later writes reject with `closed`. */
  close(): Promise<void>
}

export interface Change {
  readonly key: ObjectKey
  /** The state of the head that the writer decided on; `undefined` to create. */
  readonly expected: StoredObject | undefined
  /** The bytes to store, once the revision is known; absent to delete. */
  readonly encode?: (revision: number) => Buffer
}

/** One durable change. `before` is absent for a creation, `after` for a deletion. */
export interface StoreEvent {
  readonly revision: number
  readonly key: ObjectKey
  readonly before: StoredObject | undefined
  readonly after: StoredObject | undefined
  /** When it became durable, in ms. */
  readonly at: number
}

export type StoreListener = (events: readonly StoreEvent[]) => void

/** How much history is kept for watches and continue tokens. Whichever limit is met first. */
export interface HistoryLimits {
  readonly maxAgeMs: number
  readonly maxEvents: number
  readonly maxBytes: number
}

export const defaultHistoryLimits: HistoryLimits = {
  maxAgeMs: 10 * 60_000,
  maxEvents: 100_000,
  maxBytes: 64 * 1024 * 1024,
}
