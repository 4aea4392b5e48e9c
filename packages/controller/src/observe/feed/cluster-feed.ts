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
import { ControllerError, type ControllerErrorCode } from '../../errors.ts'
import { Background, type OnFault, type Task } from '../../faults.ts'
import { type FeedShare, siftOf } from '../../share/sift-of.ts'
import { Backoff, type Timing } from '../../timing.ts'
import { HeldBytes, type ReadLimits } from '../reflector/limits.ts'
import { type Reflector, startReflector } from '../reflector/reflector.ts'
import type { ReadState, Reflected } from '../reflector/reflector-options.ts'
import { narrowScope, type ServedResource } from '../reflector/resource.ts'
import { WatchLists } from '../reflector/watch-lists.ts'
import { type Discovered, discover } from './discovery.ts'
import { type Followed, followedKey, indexOf, kindReadOf, worldChange } from './followed.ts'
import { KnownObjects } from './known-objects.ts'
import { rereadAll } from './rereading.ts'
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

// A server that restarts or is out of reach for a moment has not changed its objects: what was read of them stands, and what was not
// read yet is waited for. Whether it is gone for good is for somebody else to say.
const passing: ReadonlySet<ControllerErrorCode> = new Set(['not-reachable', 'unauthorized'])
// Servers that start up answer with failures of their own for a moment, and those that rebuild their rights or their definitions refuse
// for a moment what they served before.
const failuresUntilTold = 5

// A kind that comes to be served is found by looking again: often at first, for a server takes a moment from the CRD of a kind
// to serving it; then once a minute, where nobody watches CRDs.
const [looksSoon, soonMs, laterMs] = [10, 2_000, 60_000]

/**
 * Watches in one cluster exactly what is asked for. A kind that is not served is waited for, not an error. Where very many kinds fit
 * descriptions, those without objects have to share a number of watches.
 */
export class ClusterFeed {
  readonly #options: Omit<ClusterFeedOptions, 'after'>
  readonly #known: KnownObjects
  readonly #abort = new AbortController()
  readonly #watches: Watches<Followed>
  readonly #watchLists = new WatchLists()
  readonly #background: Background
  readonly #discovery: Task
  readonly #held: HeldBytes
  #asked: Map<string, Followed> = new Map()
  /** What has been said of each: an empty text that it can be read, else why not. */
  readonly #said: Map<string, string> = new Map()
  /** Since when it is waited for that something is said of each. */
  readonly #waitingSince: Map<string, number> = new Map()
  readonly #failures: Map<string, number> = new Map()
  /** What is watched and was missing among what is served, with the answer in which it was. */
  readonly #missed: Map<string, Discovered> = new Map()
  #discovered: Discovered | undefined = undefined
  #discovering: Promise<void> | undefined = undefined
  #lookingAgain = false
  #looks = 0
  #newCrd = new AbortController()

  constructor({ after, ...options }: ClusterFeedOptions) {
    this.#options = options
    this.#background = new Background(options.onFault)
    this.#discovery = { what: 'finding out what is served', about: 'server', name: options.connection.server }
    this.#held =
      after === undefined ? new HeldBytes(options.limits?.heldBytes ?? Number.POSITIVE_INFINITY) : after.#held
    this.#known = after === undefined ? new KnownObjects(options.cluster) : after.#known
    this.#watches = this.#createWatches()
  }

  get resources(): Discovered | undefined {
    return this.#discovered
  }

  /** Whether of everything that is asked for it has been said once whether it can be read. */
  get complete(): boolean {
    for (const key of this.#asked.keys()) if (!this.#said.has(key)) return false
    return true
  }

  /** What is asked for and of which nobody has said yet whether it can be read. */
  get waiting(): readonly KindRef[] {
    return [...this.#asked].flatMap(([key, { group, kind }]) =>
      this.#said.has(key) ? [] : [{ group, kind }],
    )
  }

  /** Starts what is newly asked for and stops what is no longer. Fails with our mistakes only. */
  async follow(asked: readonly Followed[]): Promise<void> {
    this.#asked = new Map()
    // What somebody asks for by its name is no longer one of many.
    for (const wanted of asked)
      if (wanted.described !== true || !this.#asked.has(followedKey(wanted)))
        this.#asked.set(followedKey(wanted), wanted)
    this.#noteWaiting()
    this.#leave((key) => {
      const wanted = this.#asked.get(key)
      return wanted === undefined || (this.#watches.rests(key) && wanted.described !== true)
    })
    if (this.#discovered === undefined) await this.#background.start(this.#discovery, () => this.#discover())
    this.#useDiscovered()
  }

  /** Says of what has been asked for that long, and of which nobody knows yet whether it can be read, that it cannot be now. */
  waitNoLonger({ thanMs, why }: { readonly thanMs: number; readonly why: string }): void {
    const now = this.#options.timing.now()
    const waited = (key: string): number => now - (this.#waitingSince.get(key) ?? now)
    const open = [...this.#asked].filter(([key]) => !this.#said.has(key) && waited(key) >= thanMs)
    if (open.length === 0) return
    const error = new ControllerError('not-reachable', why, { retry: 'with-backoff' })
    for (const [key, { group, kind }] of open) {
      this.#said.set(key, why)
      this.#options.onUnreadable?.({ group, kind }, error)
    }
    this.#options.onChanges(
      open.map(([, wanted]) => kindReadOf(this.#options.cluster, wanted, { read: false, why, error })),
    )
  }

  #noteWaiting(): void {
    const now = this.#options.timing.now()
    for (const key of this.#waitingSince.keys()) if (!this.#asked.has(key)) this.#waitingSince.delete(key)
    for (const key of this.#asked.keys()) if (!this.#waitingSince.has(key)) this.#waitingSince.set(key, now)
  }

  /** What was said counts no longer: it is waited for anew. */
  #unsay(key: string): void {
    if (this.#said.delete(key)) this.#waitingSince.set(key, this.#options.timing.now())
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
      isUnreadable: (key) => (this.#said.get(key) ?? '') !== '',
    })
  }

  #useDiscovered(): void {
    const discovered = this.#discovered
    if (discovered === undefined || this.#abort.signal.aborted) return
    // What is served no longer has gone with all its objects.
    this.#leave((key) => this.#isGone(key, discovered))
    this.#startMissing(discovered)
    this.#watches.makeRoom()
    this.#sayUnserved(discovered)
    if (!this.#lookingAgain) this.#background.run(this.#discovery, () => this.#lookAgain())
  }

  // A server that is busy with its definitions leaves out kinds that it serves: only what is missing in two answers is gone.
  #isGone(key: string, discovered: Discovered): boolean {
    const wanted = this.#asked.get(key)
    if (wanted === undefined) return false
    const before = this.#missed.get(key)
    if (discovered.get(wanted) !== undefined) this.#missed.delete(key)
    else if (before === undefined) {
      this.#missed.set(key, discovered)
      this.#looks = 0
    } else if (before !== discovered) return this.#missed.delete(key)
    return false
  }

  #leave(leaves: (key: string) => boolean): void {
    for (const key of this.#watches.keys.filter(leaves)) {
      this.#watches.leave(key)
      this.#unsay(key)
    }
  }

  async #lookAgain(): Promise<void> {
    const { signal } = this.#abort
    this.#lookingAgain = true
    try {
      await this.#lookUntilFound(signal)
    } finally {
      this.#lookingAgain = false
    }
  }

  async #lookUntilFound(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && this.#waitsForKinds()) {
      this.#newCrd = new AbortController()
      const waitMs = this.#looks++ < looksSoon ? soonMs : laterMs
      await this.#options.timing.sleep(waitMs, AbortSignal.any([signal, this.#newCrd.signal]))
      if (signal.aborted) break
      await this.#discover()
      this.#useDiscovered()
    }
  }

  #waitsForKinds(): boolean {
    // Facts are objects that no server serves.
    for (const wanted of this.#asked.values())
      if (wanted.group !== factGroup && this.#discovered?.get(wanted) === undefined) return true
    return false
  }

  #startMissing(discovered: Discovered): void {
    if (this.#abort.signal.aborted) return
    for (const [key, wanted] of this.#asked) {
      const resource = discovered.get(wanted)
      if (resource === undefined || this.#watches.has(key)) continue
      this.#unsay(key)
      this.#watches.start(key, { resource, wanted })
    }
  }

  #isDescribed(key: string): boolean {
    return this.#asked.get(key)?.described === true
  }

  #createWatches(): Watches<Followed> {
    const { connection, timing, namespace } = this.#options
    return new Watches({
      background: this.#background,
      connection,
      timing,
      ...(namespace !== undefined && { namespace }),
      signal: this.#abort.signal,
      known: this.#known,
      mayRest: (key) => this.#isDescribed(key),
      isTold: (key) => this.#said.has(key),
      follow: (watched) => this.#reflector(watched),
      onLooked: (wanted, state) => {
        if (state.read) this.#tellGone(this.#known.forget(followedKey(wanted)))
        this.#tell(wanted, state)
      },
    })
  }

  #reflector({ resource, wanted }: Watched<Followed>): Reflector {
    const { connection, timing, namespace, onObject, onRestart, onFault, limits } = this.#options
    const { share, cluster, onChanges } = this.#options
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
      ...(share && { sift: siftOf({ share, cluster, kind: wanted, onChanges }) }),
      ...(onFault && { onFault }),
      scope: narrowScope(indexOf(wanted, this.#options.indexes)?.narrow, {
        key: wanted.by?.key ?? '',
        namespace: resource.namespaced ? namespace : undefined,
      }),
      onChanges: (changes) => {
        this.#pass(resource, changes, key)
        if (this.#isDescribed(key) && changes.some((change) => 'gone' in change)) this.#watches.makeRoom()
      },
      onState: (state) => {
        this.#tell(wanted, state)
        if (this.#isDescribed(key)) this.#watches.makeRoom()
      },
      onRestart: () => onRestart?.({ group, kind }),
    })
  }

  #tell(wanted: Wanted, state: ReadState): void {
    const key = followedKey(wanted)
    const words = state.read ? '' : state.why
    if (!state.read && state.error.code === 'not-found') this.#lookNow()
    if (state.read) this.#failures.delete(key)
    else if (!this.#isFinal(key, state.error)) return
    if (this.#said.get(key) === words) return
    this.#said.set(key, words)
    if (!state.read) this.#options.onUnreadable?.({ group: wanted.group, kind: wanted.kind }, state.error)
    this.#options.onChanges([kindReadOf(this.#options.cluster, wanted, state)])
  }

  #isFinal(key: string, { code }: ControllerError): boolean {
    if (passing.has(code)) return false
    const wasRead = this.#said.get(key) === ''
    if (!wasRead && (code === 'forbidden' || code === 'not-found')) return true
    const failures = (this.#failures.get(key) ?? 0) + 1
    this.#failures.set(key, failures)
    return failures >= failuresUntilTold
  }

  #pass(resource: ServedResource, changes: readonly Reflected[], key: string): void {
    const { cluster, onObject, onChanges, share } = this.#options
    if (onObject !== undefined)
      for (const change of changes) if ('object' in change) onObject(resource, change.object)
    if (kindKey(resource) === kindKey(crdKind)) this.#crdsChanged()
    const told = changes.map((change) => worldChange(change, cluster, resource))
    const known = this.#known.of(key, resource)
    onChanges(share === undefined ? told : share.sorted(told, (metadata) => known.placingOf(metadata)))
  }

  #crdsChanged(): void {
    this.#looks = 0
    this.#newCrd.abort()
    this.#lookNow()
  }

  #lookNow(): void {
    this.#background.run(this.#discovery, async () => {
      await this.#discover()
      this.#useDiscovered()
    })
  }

  // Many CustomResourceDefinitions arrive together; one look is enough for all of them.
  async #discover(): Promise<void> {
    this.#discovering ??= this.#discoverOnce().finally(() => {
      this.#discovering = undefined
    })
    return this.#discovering
  }

  async #discoverOnce(): Promise<void> {
    const backoff = new Backoff(this.#options.timing)
    while (!this.#abort.signal.aborted) {
      try {
        const discovered = await discover(this.#options.connection)
        // What could not be asked before says nothing about reading what was found now.
        if (this.#discovered === undefined) this.#failures.clear()
        this.#discovered = discovered
        return
      } catch (error) {
        const known = this.#background.errorOf(this.#discovery, error)
        // Whether what is known to be served can be read is told by those who read it.
        if (this.#discovered === undefined) this.#tellAll(known)
        await backoff.wait(this.#abort.signal, known.retryAfterMs)
      }
    }
  }

  // What is served cannot be asked: then nothing of it can be read.
  #tellAll(error: ControllerError): void {
    for (const wanted of this.#asked.values()) this.#tell(wanted, { read: false, why: error.message, error })
  }

  // A kind that nobody serves has no objects, and that is known for certain: it was looked for and is not there.
  #sayUnserved(discovered: Discovered): void {
    const unserved = [...this.#asked].filter(
      ([key, wanted]) =>
        discovered.get(wanted) === undefined && !this.#watches.has(key) && this.#said.get(key) !== '',
    )
    if (unserved.length === 0) return
    for (const [key] of unserved) {
      this.#said.set(key, '')
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
