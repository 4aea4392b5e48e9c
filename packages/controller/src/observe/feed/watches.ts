import type { KindRef } from '@sitrep/status'
import type { Connection } from '../../connection/connection.ts'
import type { Background } from '../../faults.ts'
import type { Timing } from '../../timing.ts'
import type { Reflector } from '../reflector/reflector.ts'
import type { ReadState } from '../reflector/reflector-options.ts'
import { collectionPath, type ResourceScope, type ServedResource, withQuery } from '../reflector/resource.ts'
import type { KnownObjects } from './known-objects.ts'
import { RestingKinds } from './resting-kinds.ts'

/** What is watched, or rests. */
export interface Watched<Wanted> {
  readonly wanted: Wanted
  readonly resource: ServedResource
}

export interface WatchesOptions<Wanted> {
  readonly connection: Connection
  readonly timing: Timing
  readonly background: Background
  /** Which of the objects of its resource are meant. */
  readonly scopeOf: (watched: Watched<Wanted>) => ResourceScope
  readonly signal: AbortSignal
  readonly known: KnownObjects
  /** Whether there may be very many like it: then it may rest while it has no objects. */
  readonly mayRest: (key: string) => boolean
  /** Whether it has been said already if it can be read. */
  readonly isTold: (key: string) => boolean
  readonly follow: (watched: Watched<Wanted>) => Reflector
  /** What came of a look at something that rests and has no objects. */
  readonly onLooked: (wanted: Wanted, state: ReadState) => void
}

// A cluster may serve a thousand kinds that fit a description, anybody may refer to a thousand Secrets that are not there, and a server keeps
// only so many watches open for one client.
const mostWithoutObjects = 200

/**
 * The open watches of one cluster. Of kinds that nobody names and of single names, those without objects share a number of watches; the
 * others are looked at in turn, and watched as soon as they have objects.
 */
export class Watches<Wanted extends KindRef> {
  readonly #options: WatchesOptions<Wanted>
  readonly #open: Map<string, Reflector> = new Map()
  readonly #served: Map<string, Watched<Wanted>> = new Map()
  readonly #resting: RestingKinds

  constructor(options: WatchesOptions<Wanted>) {
    this.#options = options
    const { timing, signal } = options
    const { background } = options
    this.#resting = new RestingKinds({ timing, signal, background, look: (key) => this.#look(key) })
  }

  /** Everything that is watched or rests. */
  get keys(): readonly string[] {
    return [...this.#served.keys()]
  }

  has(key: string): boolean {
    return this.#served.has(key)
  }

  /** How what is watched, or rests, was served when that began. */
  resourceOf(key: string): ServedResource | undefined {
    return this.#served.get(key)?.resource
  }

  /** The watches that are open. */
  get open(): ReadonlyMap<string, Reflector> {
    return this.#open
  }

  rests(key: string): boolean {
    return this.#resting.has(key)
  }

  start(key: string, watched: Watched<Wanted>): void {
    this.#served.set(key, watched)
    const rests = this.#options.mayRest(key) && this.#dispensable().length >= mostWithoutObjects
    if (rests) this.#resting.add(key, 'new')
    else this.#open.set(key, this.#options.follow(watched))
  }

  leave(key: string): void {
    this.#served.delete(key)
    this.#resting.delete(key)
    this.#close(key)
  }

  /** While too many watches are open, kinds that have no objects give theirs up. */
  makeRoom(): void {
    const { isTold, known } = this.#options
    const dispensable = this.#dispensable()
    const empty = dispensable.filter((key) => isTold(key) && known.isEmpty(key))
    for (const key of empty.slice(0, Math.max(0, dispensable.length - mostWithoutObjects))) {
      this.#close(key)
      this.#resting.add(key, 'empty')
    }
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#open.values()].map((reflector) => reflector.stop()))
    await this.#resting.ended()
    this.#open.clear()
    this.#served.clear()
  }

  #dispensable(): readonly string[] {
    return [...this.#open.keys()].filter(this.#options.mayRest)
  }

  #close(key: string): void {
    const open = this.#open.get(key)
    this.#open.delete(key)
    if (open !== undefined)
      this.#options.background.run({ what: 'ending a watch', about: 'kind', name: key }, open.stop)
  }

  async #look(key: string): Promise<void> {
    const { signal, onLooked } = this.#options
    const watched = this.#served.get(key)
    if (watched === undefined) return
    const answer = await this.#ask(watched)
    // Meanwhile somebody may have named it, or nobody may want it any more.
    if (signal.aborted || !this.#resting.has(key) || this.#served.get(key) !== watched) return
    if (answer !== 'something') onLooked(watched.wanted, answer)
    else {
      this.#resting.delete(key)
      this.#open.set(key, this.#options.follow(watched))
      this.makeRoom()
    }
  }

  async #ask(watched: Watched<Wanted>): Promise<ReadState | 'something'> {
    const { connection, scopeOf, signal } = this.#options
    const { resource } = watched
    const { namespace, fieldSelector } = scopeOf(watched)
    const path = withQuery(collectionPath(resource, namespace), { limit: 1, fieldSelector })
    try {
      const answer = await connection.request<{ items?: unknown } | null>({ path, signal })
      // Whatever else than an empty list it may be: a watch will make sense of it.
      return Array.isArray(answer?.items) && answer.items.length === 0 ? { read: true } : 'something'
    } catch (error) {
      const task = { what: 'looking at a kind', about: 'kind', name: resource.plural } as const
      const known = this.#options.background.errorOf(task, error)
      return { read: false, why: known.message, error: known }
    }
  }
}
