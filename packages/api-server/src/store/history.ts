import { CollectionMap } from './collection-map.ts'
import { EventQueue } from './event-queue.ts'
import type { Collection } from './object-key.ts'
import { withChanges } from './sorted-objects.ts'
import type { HistoryLimits, StoreEvent } from './store.ts'
import { StoreError } from './store-error.ts'
import type { StoredObject } from './stored-object.ts'

/** The log of what changed, as far back as the limits allow. Knows nothing of disks. */
export class History {
  readonly #all = new EventQueue()
  readonly #byCollection = new CollectionMap<EventQueue>()
  #bytes = 0
  #compacted: number

  constructor(compacted: number) {
    this.#compacted = compacted
  }

  get compacted(): number {
    return this.#compacted
  }

  record(event: StoreEvent): void {
    let queue = this.#byCollection.get(event.key)
    if (queue === undefined) {
      queue = new EventQueue()
      this.#byCollection.set(event.key, queue)
    }
    queue.push(event)
    this.#all.push(event)
    this.#bytes += weight(event)
  }

  after(collection: Collection, revision: number): readonly StoreEvent[] {
    this.#assertReaches(revision)
    return this.#byCollection.get(collection)?.after(revision) ?? []
  }

  /** `present` as it was at an earlier revision: what happened since is taken back, newest first. */
  rewind(
    present: readonly StoredObject[],
    collection: Collection,
    at: { readonly revision: number; readonly namespace: string | undefined },
  ): readonly StoredObject[] {
    const since = this.after(collection, at.revision).filter(
      ({ key }) => at.namespace === undefined || key.namespace === at.namespace,
    )
    return withChanges(
      present,
      since.toReversed().map(({ key, before }) => ({ key, to: before })),
    )
  }

  /**
   * Drops the oldest events until the limits hold again, or as many as may be dropped at once. Returns the revisions whose
   * stored rows nobody can ask for any more: states that a dropped event replaced, and dropped deletions themselves.
   */
  compact(limits: HistoryLimits, now: number, atOnce: number): readonly number[] {
    const obsolete: number[] = []
    for (let dropped = 0; dropped < atOnce; dropped++) {
      const event = this.#all.oldest
      if (event === undefined) break
      const within =
        this.#all.length <= limits.maxEvents &&
        this.#bytes <= limits.maxBytes &&
        now - event.at <= limits.maxAgeMs
      if (within) break
      this.#drop(event)
      if (event.before !== undefined) obsolete.push(event.before.revision)
      if (event.after === undefined) obsolete.push(event.revision)
    }
    return obsolete
  }

  #drop(event: StoreEvent): void {
    const queue = this.#byCollection.get(event.key)
    this.#all.dropOldest()
    queue?.dropOldest()
    if (queue?.length === 0) this.#byCollection.delete(event.key)
    this.#bytes -= weight(event)
    this.#compacted = event.revision
  }

  #assertReaches(revision: number): void {
    if (revision >= this.#compacted) return
    throw new StoreError('expired', `too old resource version: ${revision} (${this.#compacted})`, {
      retry: 'never',
    })
  }
}

/** What an event keeps in memory that would be gone without it. */
function weight({ before }: StoreEvent): number {
  return 200 + (before?.bytes.length ?? 0)
}
