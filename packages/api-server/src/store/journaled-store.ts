import { KeyMap } from './collection-map.ts'
import { History } from './history.ts'
import type { HistoryCut, Journal, JournalRow } from './journal.ts'
import { type Collection, collectionId, type ObjectKey } from './object-key.ts'
import { ObjectTable } from './object-table.ts'
import { withChanges } from './sorted-objects.ts'
import {
  type Change,
  defaultHistoryLimits,
  type HistoryLimits,
  type Store,
  type StoreEvent,
  type StoreListener,
} from './store.ts'
import { StoreError } from './store-error.ts'
import { StoredObject } from './stored-object.ts'
import { Subscriptions } from './subscriptions.ts'

export interface StoreOptions {
  readonly now: () => number
  readonly history?: HistoryLimits
}

interface PendingWrite {
  readonly key: ObjectKey
  readonly revision: number
  readonly before: StoredObject | undefined
  readonly after: StoredObject | undefined
  readonly settled: PromiseWithResolvers<StoreEvent>
}

/** A steady trickle of writes must not keep the first of them waiting. */
const mostTurns = 8
/** Events that are dropped with a group besides as many as it brings, so that a long history is let go of little by little. */
const droppedAtOnce = 1_000

/** The store over any journal: what is durable and what is ahead of it in memory, and the journal behind. */
export class JournaledStore implements Store {
  readonly #journal: Journal
  readonly #now: () => number
  readonly #limits: HistoryLimits
  readonly #durable = new ObjectTable()
  readonly #history: History
  readonly #subscriptions = new Subscriptions()
  /** The newest write of each object that the head has and the disk has not. */
  readonly #ahead = new KeyMap<PendingWrite>()
  #pending: PendingWrite[] = []
  /** What the journal has and the disk perhaps has not. */
  #underWay: readonly PendingWrite[] = []
  #syncing: Promise<void> | undefined
  #obsolete: number[] = []
  #revision: number
  #headRevision: number
  #flush: NodeJS.Immediate | undefined
  #closed = false

  constructor(journal: Journal, options: StoreOptions) {
    this.#journal = journal
    this.#now = options.now
    this.#limits = options.history ?? defaultHistoryLimits
    this.#history = new History(journal.compacted)
    for (const row of journal.load()) this.#replay(row)
    this.#revision = journal.revision
    this.#headRevision = journal.revision
    this.#shorten(0)
  }

  get revision(): number {
    return this.#revision
  }

  get headRevision(): number {
    return this.#headRevision
  }

  get compacted(): number {
    return this.#history.compacted
  }

  clusters(): readonly string[] {
    return this.#durable.clusters()
  }

  collections(cluster: string): readonly Collection[] {
    return this.#durable.collections(cluster)
  }

  get(key: ObjectKey): StoredObject | undefined {
    return this.#durable.get(key)
  }

  list(collection: Collection, namespace?: string): readonly StoredObject[] {
    return this.#durable.list(collection, namespace)
  }

  listAt(collection: Collection, revision: number, namespace?: string): readonly StoredObject[] {
    return this.#history.rewind(this.list(collection, namespace), collection, { revision, namespace })
  }

  head(key: ObjectKey): StoredObject | undefined {
    const ahead = this.#ahead.get(key)
    return ahead === undefined ? this.#durable.get(key) : ahead.after
  }

  headList(collection: Collection): readonly StoredObject[] {
    const id = collectionId(collection)
    const ahead = [...this.#underWay, ...this.#pending].filter(({ key }) => collectionId(key) === id)
    return withChanges(
      this.#durable.list(collection),
      ahead.map(({ key, after }) => ({ key, to: after })),
    )
  }

  write(change: Change): Promise<StoreEvent> {
    if (this.#closed) throw new StoreError('closed', 'the store is closed', { retry: 'never' })
    const before = this.head(change.key)
    if (before !== change.expected)
      throw new StoreError('stale', 'the object has changed meanwhile', { retry: 'now' })
    const revision = this.#headRevision + 1
    const bytes = change.encode?.(revision)
    const after = bytes === undefined ? undefined : new StoredObject(change.key, revision, bytes)
    this.#headRevision = revision
    const settled = Promise.withResolvers<StoreEvent>()
    const write = { key: change.key, revision, before, after, settled }
    this.#ahead.set(change.key, write)
    this.#pending.push(write)
    this.#schedule()
    return settled.promise
  }

  settled(): Promise<unknown> | undefined {
    // A group succeeds or fails as a whole.
    return (this.#pending.at(-1) ?? this.#underWay.at(-1))?.settled.promise
  }

  eventsAfter(collection: Collection, revision: number): readonly StoreEvent[] {
    return this.#history.after(collection, revision)
  }

  subscribe(collection: Collection, listener: StoreListener): () => void {
    return this.#subscriptions.add(collection, listener)
  }

  subscribeCluster(cluster: string, listener: StoreListener): () => void {
    return this.#subscriptions.addForCluster(cluster, listener)
  }

  subscribeAll(listener: StoreListener): () => void {
    return this.#subscriptions.addForAll(listener)
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    while (this.#syncing !== undefined || this.#pending.length > 0) {
      await this.#syncing
      if (this.#pending.length > 0) this.#makeDurable()
    }
    try {
      this.#journal.append([], this.#cut(this.#revision))
    } finally {
      this.#journal.close()
    }
  }

  /** While one group is on its way to the disk the next one grows. */
  #schedule(): void {
    if (this.#syncing !== undefined || this.#pending.length === 0) return
    this.#flush ??= setImmediate(() => this.#gather({ turns: 1, writes: 0 }))
  }

  /**
   * Every request that arrived in the same turn has been decided by its end and shares the sync. Clients that were
   * answered together come back one shortly after the other; so the group waits as long as each turn brings more of them.
   */
  #gather(before: { readonly turns: number; readonly writes: number }): void {
    const writes = this.#pending.length
    if (writes === before.writes || before.turns === mostTurns) {
      this.#makeDurable()
      return
    }
    this.#flush = setImmediate(() => this.#gather({ turns: before.turns + 1, writes }))
  }

  #makeDurable(): void {
    clearImmediate(this.#flush)
    this.#flush = undefined
    const group = this.#pending
    this.#pending = []
    this.#underWay = group
    const at = this.#now()
    try {
      this.#journal.append(
        group.map((write) => rowOf(write, at)),
        this.#cut(this.#headRevision),
      )
      this.#obsolete = []
    } catch (error) {
      this.#lose(error)
      return
    }
    if (this.#journal.sync === undefined) this.#show(at)
    else this.#syncing = this.#sync(this.#journal.sync(), at)
  }

  async #sync(durable: Promise<void>, at: number): Promise<void> {
    try {
      await durable
    } catch (error) {
      this.#syncing = undefined
      this.#lose(error)
      return
    }
    this.#syncing = undefined
    this.#show(at)
    // Whoever was answered just now comes back with the next turn at the soonest. A group that has gathered meanwhile would
    // not meet him if it began to look for more in this one: two halves would go to the disk in turns, each with a sync of its own.
    if (this.#pending.length > 0) setImmediate(() => this.#schedule())
  }

  /** The head falls back to what is durable; what was decided meanwhile rests on what is lost. */
  #lose(cause: unknown): void {
    const lost = [...this.#underWay, ...this.#pending]
    this.#underWay = []
    this.#pending = []
    this.#ahead.clear()
    this.#headRevision = this.#revision
    clearImmediate(this.#flush)
    this.#flush = undefined
    const error = new StoreError('write-failed', 'the write could not be made durable', {
      cause,
      retry: 'with-backoff',
    })
    for (const { settled } of lost) settled.reject(error)
  }

  /** The group is durable: readers, writers and watchers are told. */
  #show(at: number): void {
    const group = this.#underWay
    this.#underWay = []
    const events = group.map(({ key, revision, before, after }) => ({ key, revision, before, after, at }))
    for (const event of events) this.#take(event)
    if (this.#pending.length === 0) this.#ahead.clear()
    else for (const write of group) if (this.#ahead.get(write.key) === write) this.#ahead.delete(write.key)
    for (const [index, { settled }] of group.entries()) settled.resolve(events[index] as StoreEvent)
    this.#shorten(group.length)
    this.#subscriptions.publish(events)
  }

  /**
   * Memory lets go of the oldest events at once; the disk follows with the next group, without a sync of its own. More than have
   * come, but not all that have grown old in a long silence, or as the clock was set: the next group would take that long.
   */
  #shorten(come: number): void {
    const gone = this.#history.compact(this.#limits, this.#now(), 2 * come + droppedAtOnce)
    for (const revision of gone) this.#obsolete.push(revision)
  }

  #cut(revision: number): HistoryCut | undefined {
    if (this.#obsolete.length === 0) return undefined
    return { obsolete: this.#obsolete, compacted: this.#history.compacted, revision }
  }

  #take(event: StoreEvent): void {
    if (event.after === undefined) this.#durable.delete(event.key)
    else this.#durable.set(event.after)
    this.#history.record(event)
    this.#revision = event.revision
  }

  #replay({ revision, at, bytes, cluster, resource, namespace, name }: JournalRow): void {
    const key = { cluster, resource, namespace, name }
    const before = this.#durable.get(key)
    const after = bytes === undefined ? undefined : new StoredObject(key, revision, bytes)
    if (revision > this.#history.compacted) this.#take({ key, revision, before, after, at })
    else if (after !== undefined) this.#durable.set(after)
  }
}

function rowOf({ key, revision, after }: PendingWrite, at: number): JournalRow {
  const { cluster, resource, namespace, name } = key
  return { revision, cluster, resource, namespace, name, at, bytes: after?.bytes }
}
