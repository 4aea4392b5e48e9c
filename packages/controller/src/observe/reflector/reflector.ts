import type { KubeObject } from '@sitrep/status'
import type { ApiStream } from '../../connection/connection.ts'
import { documents } from '../../connection/documents.ts'
import { weighJson } from '../../connection/json-weight.ts'
import { ControllerError, type ControllerErrorCode } from '../../errors.ts'
import { Background, type Task } from '../../faults.ts'
import { KnownNames } from './known-names.ts'
import { LeanText } from './lean-text.ts'
import { HeldBytes, ownLimits, type ReadLimits } from './limits.ts'
import { OneName } from './one-name.ts'
import { Pace } from './pace.ts'
import { type PagesOptions, pagesOf } from './pages.ts'
import { readAnew } from './read-anew.ts'
import type { Reflected, ReflectorOptions } from './reflector-options.ts'
import { collectionPath, withQuery } from './resource.ts'
import { unreadable } from './shown-object.ts'
import { guardAgainstSilence, type SilenceGuard } from './silence-guard.ts'
import { endsPresentState, type WatchEvent, watchEventOf } from './watch-event.ts'
import { WatchLists } from './watch-lists.ts'

/** A watch is looked upon as dead when not even a bookmark came for this long: servers send one a minute. */
const silenceMs = 100_000
/** The present state comes without pause. A server that does not end it does not know that it was asked to. */
const presentSilenceMs = 30_000
const pageSize = 500
/** Pages grow by this much when a list expired halfway, so often at most: what comes at once cannot expire. */
const [pageGrowth, mostGrowths] = [10, 3]
/** So often in a row a reading may break off before another way is tried. */
const mostBroken = 3

/** Keeps up with all objects of one resource until it is stopped. */
export interface Reflector {
  /** Nothing is told from that call on. */
  readonly stop: () => Promise<void>
  /** Reads everything once, beside the watch, and tells what is kept of it and was not before. Fails where reading fails. */
  readonly readAnew: (signal: AbortSignal) => Promise<void>
}

/** Lists and watches: resumes where it was, lists again when the server no longer remembers, backs off when it fails. */
export function startReflector(options: ReflectorOptions): Reflector {
  const abort = new AbortController()
  const reflecting = new Reflecting(options, abort.signal)
  const done = reflecting.start()
  return {
    stop: async () => {
      abort.abort()
      await done
    },
    readAnew: (signal) => reflecting.readAnew(signal),
  }
}

/** One document of a watch, and what it weighs. */
interface Sent {
  readonly weight: number
  readonly event: unknown
}

class Reflecting {
  readonly #options: ReflectorOptions
  readonly #signal: AbortSignal
  readonly #pace: Pace
  readonly #lean: LeanText
  readonly #watchLists: WatchLists
  readonly #known: KnownNames
  readonly #limits: ReadLimits
  readonly #oneName: OneName
  readonly #held: HeldBytes
  readonly #background: Background
  readonly #task: Task
  /** Where a watch can go on; nothing while the present state is not known. */
  #resourceVersion: string | undefined = undefined
  #expiredLists = 0
  /** More is held than there is room for. */
  #overfull = false
  #broken = 0
  /** What went away while others read anew. */
  readonly #goneMeanwhile: Set<KnownNames> = new Set()

  constructor(options: ReflectorOptions, signal: AbortSignal) {
    this.#options = options
    this.#signal = signal
    this.#pace = new Pace(options.timing, signal)
    this.#lean = new LeanText(options.keep ?? 'writers')
    this.#watchLists = options.watchLists ?? new WatchLists()
    this.#known = options.known ?? new KnownNames()
    this.#limits = options.limits ?? ownLimits
    this.#held = options.held ?? new HeldBytes(this.#limits.heldBytes)
    this.#oneName = new OneName(options.scope?.fieldSelector)
    this.#background = new Background(options.onFault)
    const { connection, resource } = options
    const name = `${resource.plural} of ${connection.server}`
    this.#task = { what: 'following a kind', about: 'kind', name }
  }

  start(): Promise<void> {
    return this.#background.start(this.#task, () => this.#run())
  }

  async readAnew(asked: AbortSignal): Promise<void> {
    const { sift, onChanges } = this.#options
    if (sift === undefined) return
    const signal = AbortSignal.any([asked, this.#signal])
    const gone = new KnownNames()
    this.#goneMeanwhile.add(gone)
    try {
      await readAnew({
        ...this.#paging(signal),
        known: this.#known,
        sift,
        means: (object) => this.#oneName.means(object),
        hasGone: (metadata) => gone.has(metadata),
        onObjects: (objects) => onChanges(objects.map((object) => ({ object }))),
      })
    } catch (error) {
      if (!signal.aborted) throw error
    } finally {
      this.#goneMeanwhile.delete(gone)
    }
  }

  async #run(): Promise<void> {
    while (!this.#signal.aborted) {
      try {
        if (this.#resourceVersion !== undefined) await this.#watch(this.#resourceVersion)
        else if (this.#watchLists.offered) await this.#watch(undefined)
        else await this.#list()
      } catch (error) {
        if (this.#signal.aborted) return
        if (this.#isTooMuch) this.#forgetAll()
        await this.#recover(this.#background.errorOf(this.#task, error))
      }
      if (this.#isTooMuch && !this.#signal.aborted) this.#forgetAll()
    }
  }

  get #isTooMuch(): boolean {
    return this.#overfull || this.#known.size > this.#limits.objects
  }

  // Whatever shows so many objects is no cluster, and keeping them would take the memory of all others.
  #forgetAll(): void {
    this.#known.beginReading()
    this.#options.onChanges(this.#goneFrom(this.#known.endReading()))
    this.#resourceVersion = undefined
    this.#overfull = false
    const error = tooMany()
    this.#options.onState({ read: false, why: error.message, error })
  }

  #goneFrom(missing: readonly KubeObject['metadata'][]): readonly Reflected[] {
    for (const metadata of missing) this.#hold(metadata, 0)
    return missing.map((metadata) => ({ gone: metadata }))
  }

  /** Counts what is held of an object. */
  #hold(metadata: KubeObject['metadata'], bytes: number): void {
    if (this.#held.most === Number.POSITIVE_INFINITY) return
    if (this.#held.take(this.#known.sized(metadata, bytes)) || bytes === 0) return
    this.#overfull = true
    throw unreadable(
      this.#options.resource,
      `the cluster shows more than ${this.#held.most} bytes of objects`,
    )
  }

  async #recover(error: ControllerError): Promise<void> {
    if (error.code === 'watch-expired' && this.#expiredLists <= mostGrowths) {
      this.#resourceVersion = undefined
      await this.#pace.afterHaste()
      return
    }
    this.#oneName.failed(error)
    this.#options.onState({ read: false, why: error.message, error })
    // What cannot be watched any more may have changed in every way: a gone kind, other permissions, another server.
    if (startsAnew.has(error.code)) this.#resourceVersion = undefined
    await this.#pace.afterFailure(error)
  }

  #path(query: Readonly<Record<string, string | number | boolean | undefined>>): string {
    const { resource, scope = {} } = this.#options
    const { namespace, labelSelector } = scope
    const fieldSelector = this.#oneName.selector
    return withQuery(collectionPath(resource, namespace), { ...query, fieldSelector, labelSelector })
  }

  async #list(): Promise<void> {
    const { onChanges } = this.#options
    const { objects: most } = this.#limits
    let [version, shown] = ['', 0]
    this.#known.beginReading()
    try {
      for await (const page of pagesOf(this.#paging(this.#signal))) {
        const { objects: sent, resourceVersion, weight } = page
        if (this.#signal.aborted) return
        const objects = sent.filter((object) => this.#oneName.means(object) && this.#keeps(object))
        for (const { metadata } of objects) this.#hold(metadata, weight / sent.length)
        if (objects.length > 0) onChanges(objects.map((object) => ({ object })))
        shown += sent.length
        if (shown > most) throw tooMany()
        version = resourceVersion
        await this.#options.room?.()
      }
    } catch (error) {
      this.#expiredLists = hasExpired(error) ? this.#expiredLists + 1 : 0
      throw error
    }
    this.#expiredLists = 0
    if (!this.#signal.aborted) this.#complete(version)
  }

  #paging(signal: AbortSignal): PagesOptions {
    const { connection, timing, resource } = this.#options
    const limit = pageSize * pageGrowth ** Math.min(this.#expiredLists, mostGrowths)
    const pathOf = (token: string | undefined): string => this.#path({ limit, continue: token })
    const { pageBytes: mostBytes, values: mostValues } = this.#limits
    return { connection, timing, resource, mostBytes, mostValues, pathOf, lean: this.#lean, signal }
  }

  /** Notes that an object was shown, if it is kept. */
  #keeps(object: KubeObject, before?: () => void): boolean {
    const { metadata } = object
    const { sift } = this.#options
    const placing = sift?.placeOf(object)
    if (sift === undefined || placing !== undefined) {
      this.#known.shown(metadata, placing)
      return true
    }
    this.#known.passedOver = true
    if (this.#known.has(metadata)) {
      this.#known.gone(metadata)
      before?.()
      sift.onLeft(metadata)
    }
    return false
  }

  #complete(version: string): void {
    const gone = this.#goneFrom(this.#known.endReading())
    if (gone.length > 0) this.#options.onChanges(gone)
    this.#resourceVersion = version
    this.#broken = 0
    this.#options.onState({ read: true })
  }

  /** Watches from a version on, or from the present state, until the watch is over. */
  async #watch(from: string | undefined): Promise<void> {
    const stream = await this.#open(from)
    if (stream === undefined) return
    const { timing, onState, onRestart } = this.#options
    if (from === undefined) this.#known.beginReading()
    else onState({ read: true })
    const since = timing.elapsed()
    const guard = guardAgainstSilence(timing, from === undefined ? presentSilenceMs : silenceMs, () => {
      if (this.#resourceVersion === undefined) this.#watchLists.refused()
      stream.close()
    })
    let forgotten = false
    try {
      const { eventBytes: mostBytes, values } = this.#limits
      const parse = (bytes: Buffer): Sent => ({
        weight: weighJson(bytes, values),
        event: JSON.parse(this.#lean.of(bytes, 'one')) as unknown,
      })
      for await (const batch of documents(this.#inTime(stream.chunks), { parse, mostBytes }))
        this.#take(batch as readonly Sent[], guard)
      if (this.#resourceVersion === undefined) this.#broke()
    } catch (error) {
      // A stream that breaks or falls silent is opened again where it was. Nothing is lost unless that fails.
      forgotten = error instanceof ControllerError && error.code === 'watch-expired'
      if (forgotten || !(error instanceof ControllerError)) throw error
      if (this.#resourceVersion === undefined || error.code !== 'not-reachable') this.#broke()
    } finally {
      guard.stop()
      stream.close()
      const advanced = this.#resourceVersion !== undefined && this.#resourceVersion !== from
      this.#pace.watched({ since, brought: advanced && !forgotten })
    }
    if (this.#signal.aborted) return
    onRestart?.()
    if (!isVersion(this.#resourceVersion)) this.#resourceVersion = undefined
    await this.#pace.afterHaste()
  }

  // Nothing is parsed before somebody has room for it.
  async *#inTime(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      await this.#options.room?.()
      yield chunk
    }
  }

  /** Opens a watch; nothing when the server does not begin watches with the present state. */
  async #open(from: string | undefined): Promise<ApiStream | undefined> {
    const { connection, timing } = this.#options
    const start =
      from === undefined
        ? { sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' }
        : { resourceVersion: from }
    // Spread over five to ten minutes, so that not all watches of a process end together.
    const timeoutSeconds = Math.floor(300 + 300 * timing.random())
    const path = this.#path({ watch: true, allowWatchBookmarks: true, ...start, timeoutSeconds })
    try {
      return await connection.stream({ path, signal: this.#signal })
    } catch (error) {
      const refused = error instanceof ControllerError && error.code === 'refused'
      if (from !== undefined || !refused) throw error
      this.#watchLists.refused()
      return undefined
    }
  }

  // The same again would break in the same way: after some times the present state is read, and if that broke, in pages.
  #broke(): void {
    if (++this.#broken < mostBroken) return
    this.#broken = 0
    if (this.#resourceVersion === undefined) this.#watchLists.refused()
    this.#resourceVersion = undefined
  }

  #take(batch: readonly Sent[], guard: SilenceGuard): void {
    if (this.#signal.aborted) return
    let changes: Reflected[] = []
    const tell = (): void => {
      if (changes.length > 0) this.#options.onChanges(changes)
      changes = []
    }
    try {
      for (const sent of batch) {
        const event = watchEventOf(sent.event, this.#options.resource)
        if (this.#resourceVersion !== undefined || event.type !== 'BOOKMARK') guard.heard()
        if (event.type !== 'BOOKMARK' && this.#oneName.means(event.object)) {
          const change = this.#changeIn(event, { weight: sent.weight, tell })
          if (change !== undefined) changes.push(change)
        }
        if (this.#known.size > this.#limits.objects) throw tooMany()
        const { resourceVersion } = event.object.metadata
        if (this.#resourceVersion !== undefined) this.#advance(resourceVersion)
        else if (endsPresentState(event)) {
          tell()
          this.#complete(resourceVersion ?? '')
          guard.allow(silenceMs)
        }
      }
    } finally {
      // What came before something that cannot be read did happen.
      tell()
    }
  }

  /** What an event tells; nothing of what is not kept. */
  #changeIn(
    { type, object }: WatchEvent,
    { weight, tell }: { readonly weight: number; readonly tell: () => void },
  ): Reflected | undefined {
    const { metadata } = object
    if (type !== 'DELETED') {
      if (!this.#keeps(object, tell)) return undefined
      this.#hold(metadata, weight)
      return { object }
    }
    this.#hold(metadata, 0)
    for (const gone of this.#goneMeanwhile) gone.shown(metadata)
    if (this.#options.sift !== undefined && !this.#known.has(metadata)) return undefined
    const { namespace, name } = metadata
    this.#known.gone(metadata)
    return { gone: namespace === undefined ? { name } : { namespace, name } }
  }

  #advance(version: string | undefined): void {
    if (!isVersion(version)) return
    this.#resourceVersion = version
    this.#broken = 0
  }
}

const startsAnew: ReadonlySet<ControllerErrorCode> = new Set([
  'not-found',
  'forbidden',
  'refused',
  'failed-here',
])

const hasExpired = (error: unknown): boolean =>
  error instanceof ControllerError && error.code === 'watch-expired'

// "0" means any version, and nothing means the newest: neither is a place at which a watch could go on.
const isVersion = (version: string | undefined): version is string =>
  version !== undefined && version !== '' && version !== '0'

const tooMany = (): ControllerError =>
  new ControllerError(
    'unreadable-answer',
    'There are more objects than a cluster can have, or more in them',
    {
      retry: 'with-backoff',
    },
  )
