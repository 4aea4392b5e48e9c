import { factGroup, type Wanted, type WorldChange } from '@sitrep/engine'
import {
  type ClusterName,
  crdKind,
  type IndexDefinition,
  type KindRef,
  type KubeObject,
  kindKey,
  type ObjectRef,
} from '@sitrep/status'
import type { Connection } from '../../connection/connection.ts'
import { ControllerError } from '../../errors.ts'
import { Background, type OnFault } from '../../faults.ts'
import { type FeedShare, siftOf } from '../../share/sift-of.ts'
import type { Timing } from '../../timing.ts'
import { HeldBytes, type ReadLimits } from '../reflector/limits.ts'
import { type Reflector, startReflector } from '../reflector/reflector.ts'
import type { ReadState, Reflected } from '../reflector/reflector-options.ts'
import { isOneName, narrowScope, type ResourceScope, type ServedResource } from '../reflector/resource.ts'
import { WatchLists } from '../reflector/watch-lists.ts'
import type { Discovered } from './discovery.ts'
import { type Followed, followedKey, indexOf, inLives, kindReadOf, worldChange } from './followed.ts'
import { KnownObjects } from './known-objects.ts'
import { ReadStates } from './read-states.ts'
import { rereadAll } from './rereading.ts'
import { Served } from './served.ts'
import { type Watched, Watches } from './watches.ts'

export interface ClusterFeedOptions {
  readonly cluster: ClusterName
  readonly connection: Connection
  readonly timing: Timing
  /** Left out: all namespaces. */
  readonly namespace?: string
  /** Narrow indexes say by which field one key of them is asked for. */
  readonly indexes: readonly IndexDefinition[]
  readonly onChanges: (changes: readonly WorldChange[]) => void
  /** Resolves when whoever takes the changes has room for more. Default: at once. */
  readonly room?: () => Promise<void>
  /** Every object before the engine sees it, with what its managedFields say about conditions. */
  readonly onObject?: (resource: ServedResource, object: KubeObject) => void
  readonly onRestart?: (kind: KindRef) => void
  /** The feed that this one takes the place of: what that one showed, and this one does not find, is told as gone. */
  readonly after?: ClusterFeed
  /** How much is taken from the server. Default: as much as can be held. */
  readonly limits?: ReadLimits
  /** Something that is asked for cannot be read: a permission is missing, or the server fails. */
  readonly onUnreadable?: (kind: KindRef, error: ControllerError) => void
  readonly onFault?: OnFault
  /** What of the cluster is kept here. Default: all of it. */
  readonly share?: FeedShare
}

/**
 * Watches in one cluster exactly what is asked for. A kind that is not served is waited for, not an error. Where very many kinds fit
 * descriptions, or very many names are asked for, those without objects have to share a number of watches.
 */
export class ClusterFeed {
  readonly #options: Omit<ClusterFeedOptions, 'after'>
  readonly #known: KnownObjects
  readonly #abort = new AbortController()
  readonly #watches: Watches<Followed>
  readonly #watchLists = new WatchLists()
  readonly #background: Background
  readonly #held: HeldBytes
  #asked: Map<string, Followed> = new Map()
  readonly #states: ReadStates
  readonly #served: Served
  /** What is watched and is not served, or in another way, as the answer says that is kept here. */
  readonly #doubted: Map<string, Discovered> = new Map()

  constructor({ after, ...options }: ClusterFeedOptions) {
    this.#options = options
    this.#background = new Background(options.onFault)
    this.#states = new ReadStates(options.timing)
    this.#served = this.#createServed()
    this.#held =
      after === undefined ? new HeldBytes(options.limits?.heldBytes ?? Number.POSITIVE_INFINITY) : after.#held
    this.#known = after === undefined ? new KnownObjects(options.cluster) : after.#known
    this.#watches = this.#createWatches()
  }

  get resources(): Discovered | undefined {
    return this.#served.known
  }

  /** Whether of everything that is asked for it has been said once whether it can be read. */
  get complete(): boolean {
    for (const key of this.#asked.keys()) if (!this.#states.has(key)) return false
    return true
  }

  /** What is asked for and of which nobody has said yet whether it can be read. */
  get waiting(): readonly KindRef[] {
    return [...this.#asked].flatMap(([key, { group, kind }]) =>
      this.#states.has(key) ? [] : [{ group, kind }],
    )
  }

  /** Starts what is newly asked for and stops what is no longer. Fails with our mistakes only. */
  async follow(asked: readonly Followed[]): Promise<void> {
    this.#asked = new Map()
    // What somebody asks for by its name is no longer one of many.
    for (const wanted of asked)
      if (wanted.described !== true || !this.#asked.has(followedKey(wanted)))
        this.#asked.set(followedKey(wanted), wanted)
    this.#states.ask(this.#asked)
    this.#leave((key) => {
      const wanted = this.#asked.get(key)
      return wanted === undefined || (this.#watches.rests(key) && !this.#mayRest(key))
    })
    await this.#served.first()
    this.#useDiscovered()
  }

  /** Says of what has been asked for that long, and of which nobody knows yet whether it can be read, that it cannot be now. */
  waitNoLonger({ thanMs, why }: { readonly thanMs: number; readonly why: string }): void {
    const open = [...this.#asked].filter(([key]) => (this.#states.waitedMs(key) ?? 0) >= thanMs)
    if (open.length === 0) return
    const error = new ControllerError('not-reachable', why, { retry: 'with-backoff' })
    for (const [key, { group, kind }] of open) {
      this.#states.say(key, why)
      this.#options.onUnreadable?.({ group, kind }, error)
    }
    this.#options.onChanges(
      open.map(([, wanted]) => kindReadOf(this.#options.cluster, wanted, { read: false, why, error })),
    )
  }

  async stop(): Promise<void> {
    this.#abort.abort()
    await this.#watches.stop()
  }

  /** The cluster itself is gone, with all that was shown of it. */
  forget(): void {
    this.#tellGone(this.#known.forgetAll())
  }

  /** Somebody else looks after the cluster from now on: nothing that was shown of it is kept here. */
  leave(): void {
    const moved = this.#known.forgetAll()
    this.#options.onChanges(moved.map((ref) => ({ moved: ref, to: 'elsewhere' })))
  }

  /** Looks at everything that was shown and belongs to somebody, and forgets what is said not to be kept any more. */
  review(keeps: Parameters<KnownObjects['review']>[0]): void {
    this.#known.review(keeps)
  }

  /** Reads everything that is followed once more, for what has come to be kept. */
  readAnew(signal: AbortSignal): Promise<void> {
    return rereadAll(this.#watches.open, {
      timing: this.#options.timing,
      background: this.#background,
      signal: AbortSignal.any([signal, this.#abort.signal]),
      isUnreadable: (key) => this.#states.isUnread(key),
    })
  }

  #useDiscovered(): void {
    const discovered = this.#served.known
    if (discovered === undefined || this.#abort.signal.aborted) return
    for (const key of this.#watches.keys)
      if (this.#hasChanged(key, discovered)) this.#followAnew(key, discovered)
    this.#startMissing(discovered)
    this.#watches.makeRoom()
    this.#sayUnserved(discovered)
    this.#served.lookUntilFound()
  }

  // A server that is busy with its definitions leaves out kinds that it serves, and versions of them: only what two answers say alike is so.
  #hasChanged(key: string, discovered: Discovered): boolean {
    const wanted = this.#asked.get(key)
    if (wanted === undefined) return false
    const before = this.#doubted.get(key)
    const served = discovered.get(wanted)
    if (isSameService(served, this.#watches.resourceOf(key))) this.#doubted.delete(key)
    else if (before === undefined || !isSameService(served, before.get(wanted))) {
      this.#doubted.set(key, discovered)
      this.#served.lookSoon()
    } else if (before !== discovered) return this.#doubted.delete(key)
    return false
  }

  // What is served no longer has gone with all its objects. What is served in another way stands as it was read, until it has been read anew.
  #followAnew(key: string, discovered: Discovered): void {
    const wanted = this.#asked.get(key)
    const resource = wanted && discovered.get(wanted)
    this.#watches.leave(key)
    this.#states.forgetFailures(key)
    if (wanted === undefined || resource === undefined) this.#states.unsay(key)
    else this.#watches.start(key, { resource, wanted })
  }

  #leave(leaves: (key: string) => boolean): void {
    for (const key of this.#watches.keys.filter(leaves)) {
      this.#watches.leave(key)
      this.#doubted.delete(key)
      this.#states.unsay(key)
    }
  }

  #createServed(): Served {
    const { connection, timing } = this.#options
    return new Served({
      connection,
      timing,
      background: this.#background,
      signal: this.#abort.signal,
      isWaiting: () => this.#waitsForKinds(),
      onFirst: () => this.#states.forgetAllFailures(),
      onFound: () => this.#useDiscovered(),
      onUnknown: (error) => this.#tellAll(error),
    })
  }

  #waitsForKinds(): boolean {
    if (this.#doubted.size > 0) return true
    // Facts are objects that no server serves.
    for (const wanted of this.#asked.values())
      if (wanted.group !== factGroup && this.#served.known?.get(wanted) === undefined) return true
    return false
  }

  #startMissing(discovered: Discovered): void {
    if (this.#abort.signal.aborted) return
    for (const [key, wanted] of this.#asked) {
      const resource = discovered.get(wanted)
      if (resource === undefined || this.#watches.has(key)) continue
      this.#states.unsay(key)
      this.#watches.start(key, { resource, wanted })
    }
  }

  #mayRest(key: string): boolean {
    const wanted = this.#asked.get(key)
    if (wanted === undefined) return false
    return wanted.described === true || isOneName(indexOf(wanted, this.#options.indexes)?.narrow)
  }

  #scopeOf({ resource, wanted }: Watched<Followed>): ResourceScope {
    const { indexes, namespace } = this.#options
    return narrowScope(indexOf(wanted, indexes)?.narrow, {
      key: wanted.by?.key ?? '',
      namespace: resource.namespaced ? namespace : undefined,
    })
  }

  #createWatches(): Watches<Followed> {
    const { connection, timing } = this.#options
    return new Watches({
      background: this.#background,
      connection,
      timing,
      scopeOf: (watched) => this.#scopeOf(watched),
      signal: this.#abort.signal,
      known: this.#known,
      mayRest: (key) => this.#mayRest(key),
      isTold: (key) => this.#states.has(key),
      follow: (watched) => this.#reflector(watched),
      onLooked: (wanted, state) => {
        if (state.read) this.#tellGone(this.#known.forget(followedKey(wanted)))
        this.#tell(wanted, state)
      },
    })
  }

  #reflector(watched: Watched<Followed>): Reflector {
    const { resource, wanted } = watched
    const { connection, timing, onObject, onRestart, onFault, limits } = this.#options
    const { share, cluster, onChanges, room } = this.#options
    const { group, kind } = wanted
    const key = followedKey(wanted)
    return startReflector({
      connection,
      resource,
      timing,
      watchLists: this.#watchLists,
      known: this.#known.of(key, wanted),
      keep: onObject === undefined ? 'nothing' : 'writers',
      ...(limits && { limits }),
      held: this.#held,
      ...(room && { room }),
      ...(share && { sift: siftOf({ share, cluster, kind: wanted, onChanges }) }),
      ...(onFault && { onFault }),
      scope: this.#scopeOf(watched),
      onChanges: (changes) => {
        this.#pass(resource, changes, key)
        if (this.#mayRest(key) && changes.some((change) => 'gone' in change)) this.#watches.makeRoom()
      },
      onState: (state) => {
        this.#tell(wanted, state)
        if (this.#mayRest(key)) this.#watches.makeRoom()
      },
      onRestart: () => onRestart?.({ group, kind }),
    })
  }

  #tell(wanted: Wanted, state: ReadState): void {
    if (!state.read && state.error.code === 'not-found') this.#served.lookNow()
    if (!this.#states.take(followedKey(wanted), state)) return
    if (!state.read) this.#options.onUnreadable?.({ group: wanted.group, kind: wanted.kind }, state.error)
    this.#options.onChanges([kindReadOf(this.#options.cluster, wanted, state)])
  }

  #pass(resource: ServedResource, changes: readonly Reflected[], key: string): void {
    const { cluster, onObject, onChanges, share } = this.#options
    const known = this.#known.of(key, resource)
    // Whoever keeps what is shown until it is told as gone would lose what has come again in the same batch.
    for (const life of inLives(changes)) {
      if (onObject !== undefined)
        for (const change of life) if ('object' in change) onObject(resource, change.object)
      const told = life.map((change) => worldChange(change, cluster, resource))
      onChanges(share === undefined ? told : share.sorted(told, (metadata) => known.placingOf(metadata)))
    }
    if (kindKey(resource) === kindKey(crdKind)) this.#served.crdsChanged()
  }

  // What is served cannot be asked: then nothing of it can be read.
  #tellAll(error: ControllerError): void {
    for (const wanted of this.#asked.values()) this.#tell(wanted, { read: false, why: error.message, error })
  }

  // A kind that nobody serves has no objects, and that is known for certain: it was looked for and is not there.
  #sayUnserved(discovered: Discovered): void {
    const unserved = [...this.#asked].filter(
      ([key, wanted]) =>
        discovered.get(wanted) === undefined && !this.#watches.has(key) && !this.#states.isRead(key),
    )
    if (unserved.length === 0) return
    for (const [key] of unserved) {
      this.#states.say(key, '')
      this.#tellGone(this.#known.forget(key))
    }
    this.#options.onChanges(
      unserved.map(([, wanted]) => kindReadOf(this.#options.cluster, wanted, { read: true })),
    )
  }

  #tellGone(refs: readonly ObjectRef[]): void {
    if (refs.length > 0) this.#options.onChanges(refs.map((gone) => ({ gone })))
  }
}

const isSameService = (a: ServedResource | undefined, b: ServedResource | undefined): boolean =>
  a?.version === b?.version && a?.plural === b?.plural && a?.namespaced === b?.namespaced
