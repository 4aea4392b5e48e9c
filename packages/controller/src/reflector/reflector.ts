import type { KubeObject } from '@sitrep/status'
import type { Connection } from '../connection/connection.ts'
import { lines } from '../connection/lines.ts'
import { ControllerError } from '../errors.ts'
import { Backoff, type Timing } from '../timing.ts'
import { collectionPath, type ResourceScope, type ServedResource, withQuery } from './resource.ts'

/** What happened to objects of one resource, in the order in which it happened. */
export type Reflected = { readonly object: KubeObject } | { readonly gone: KubeObject['metadata'] }

/** Whether the resource can be read now. */
export type ReadState =
  | { readonly read: true }
  | { readonly read: false; readonly why: string; readonly error: ControllerError }

export interface ReflectorOptions {
  readonly connection: Connection
  readonly resource: ServedResource
  readonly scope?: ResourceScope
  readonly timing: Timing
  readonly onChanges: (changes: readonly Reflected[]) => void
  readonly onState: (state: ReadState) => void
  /** Counts every watch that had to be opened again, for the metrics. */
  readonly onRestart?: () => void
}

/** A watch is looked upon as dead when not even a bookmark came for this long: servers send one a minute. */
const silenceMs = 100_000
const pageSize = 500

/** Keeps up with all objects of one resource until it is stopped. */
export interface Reflector {
  readonly stop: () => Promise<void>
}

/** Lists and watches: resumes where it was, lists again when the server no longer remembers, backs off when it fails. */
export function startReflector(options: ReflectorOptions): Reflector {
  const abort = new AbortController()
  const reflecting = new Reflecting(options, abort.signal)
  const done = reflecting.run()
  return {
    stop: async () => {
      abort.abort()
      await done
    },
  }
}

class Reflecting {
  readonly #options: ReflectorOptions
  readonly #signal: AbortSignal
  readonly #backoff: Backoff
  /** Keys of what is known to be there, so that a new list shows what went missing meanwhile. */
  #known: Map<string, KubeObject['metadata']> = new Map()
  #resourceVersion: string | undefined = undefined
  /** Watches in a row that ended without a single event. */
  #fruitless = 0

  constructor(options: ReflectorOptions, signal: AbortSignal) {
    this.#options = options
    this.#signal = signal
    this.#backoff = new Backoff(options.timing)
  }

  async run(): Promise<void> {
    while (!this.#signal.aborted) {
      try {
        if (this.#resourceVersion === undefined) await this.#list()
        await this.#watch(this.#resourceVersion ?? '')
      } catch (error) {
        if (this.#signal.aborted) return
        if (!(error instanceof ControllerError)) throw error
        await this.#recover(error)
      }
    }
  }

  async #recover(error: ControllerError): Promise<void> {
    if (error.code === 'watch-expired') {
      this.#resourceVersion = undefined
      // Listing again at once is right; a server that ends every watch so is not to be asked without end.
      if (this.#fruitless++ > 0) await this.#backoff.wait(this.#signal)
      return
    }
    this.#options.onState({ read: false, why: error.message, error })
    // What cannot be watched any more may have changed in every way: a gone kind, other permissions, another server.
    if (error.code === 'not-found' || error.code === 'forbidden') this.#resourceVersion = undefined
    await this.#backoff.wait(this.#signal)
  }

  async #list(): Promise<void> {
    const { connection, resource, scope = {} } = this.#options
    const seen = new Map<string, KubeObject['metadata']>()
    let token: string | undefined
    let version = ''
    do {
      const path = withQuery(collectionPath(resource, scope.namespace), {
        limit: pageSize,
        continue: token,
        fieldSelector: scope.fieldSelector,
        labelSelector: scope.labelSelector,
      })
      const page = await connection.request<ObjectList>({ path, signal: this.#signal })
      const objects = (page.items ?? []).map((item) => named(item, resource))
      for (const object of objects) seen.set(keyOf(object.metadata), identity(object.metadata))
      if (objects.length > 0) this.#options.onChanges(objects.map((object) => ({ object })))
      token = page.metadata?.continue === '' ? undefined : page.metadata?.continue
      version = page.metadata?.resourceVersion ?? version
    } while (token !== undefined)
    const gone = [...this.#known]
      .filter(([key]) => !seen.has(key))
      .map(([, metadata]) => ({ gone: metadata }))
    if (gone.length > 0) this.#options.onChanges(gone)
    this.#known = seen
    this.#resourceVersion = version
    this.#options.onState({ read: true })
  }

  async #watch(resourceVersion: string): Promise<void> {
    const { connection, resource, scope = {}, timing } = this.#options
    const path = withQuery(collectionPath(resource, scope.namespace), {
      watch: true,
      allowWatchBookmarks: true,
      resourceVersion,
      // Spread over five to ten minutes, so that not all watches of a process end together.
      timeoutSeconds: Math.floor(300 + 300 * timing.random()),
      fieldSelector: scope.fieldSelector,
      labelSelector: scope.labelSelector,
    })
    const stream = await connection.stream({ path, signal: this.#signal })
    this.#options.onState({ read: true })
    const guard = silenceGuard(timing, stream.close)
    const before = this.#resourceVersion
    try {
      for await (const batch of lines(stream.chunks)) {
        guard.heard()
        this.#take(batch)
        this.#fruitless = 0
        this.#backoff.reset()
      }
    } catch (error) {
      // A stream that breaks or falls silent is opened again where it was. Nothing is lost unless that fails.
      if (!(error instanceof ControllerError) || error.code !== 'not-reachable') throw error
    } finally {
      guard.stop()
      stream.close()
    }
    if (this.#signal.aborted) return
    this.#options.onRestart?.()
    if (this.#resourceVersion === before && this.#fruitless++ > 0) await this.#backoff.wait(this.#signal)
  }

  #take(batch: readonly Buffer[]): void {
    const changes: Reflected[] = []
    for (const line of batch) {
      const { type, object } = parsedEvent(line)
      if (type === 'ERROR') throw expired(object)
      const version = (object.metadata as { resourceVersion?: string }).resourceVersion
      if (type === 'BOOKMARK') {
        this.#resourceVersion = version ?? this.#resourceVersion
        continue
      }
      const key = keyOf(object.metadata)
      if (type === 'DELETED') {
        this.#known.delete(key)
        changes.push({ gone: identity(object.metadata) })
      } else {
        if (!this.#known.has(key)) this.#known.set(key, identity(object.metadata))
        changes.push({ object })
      }
      this.#resourceVersion = version ?? this.#resourceVersion
    }
    if (changes.length > 0) this.#options.onChanges(changes)
  }
}

interface ObjectList {
  readonly metadata?: { readonly continue?: string; readonly resourceVersion?: string }
  readonly items?: readonly KubeObject[]
}

interface WatchEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR'
  readonly object: KubeObject
}

function parsedEvent(line: Buffer): WatchEvent {
  try {
    return JSON.parse(line.toString('utf8')) as WatchEvent
  } catch (cause) {
    throw new ControllerError('unreadable-answer', 'A watch event is no JSON', {
      retry: 'with-backoff',
      cause,
    })
  }
}

// Whatever a watch ends with, 410 included, what was missed meanwhile is only found by listing again.
function expired(object: unknown): ControllerError {
  const { message } = object as { message?: string }
  return new ControllerError('watch-expired', `The watch ended: ${message ?? 'no reason given'}`, {
    retry: 'now',
  })
}

// Items of a list may leave out what the list says for all of them.
function named(item: KubeObject, { group, version, kind }: ServedResource): KubeObject {
  if (item.kind !== undefined && item.apiVersion !== undefined) return item
  return { ...item, apiVersion: group === '' ? version : `${group}/${version}`, kind }
}

const keyOf = ({ namespace = '', name }: KubeObject['metadata']): string => `${namespace}/${name}`

const identity = ({ namespace, name }: KubeObject['metadata']): KubeObject['metadata'] =>
  namespace === undefined ? { name } : { namespace, name }

function silenceGuard(timing: Timing, close: () => void): { heard: () => void; stop: () => void } {
  const abort = new AbortController()
  let last = timing.now()
  const watchOver = async (): Promise<void> => {
    while (!abort.signal.aborted) {
      const left = last + silenceMs - timing.now()
      if (left <= 0) return close()
      await timing.sleep(left, abort.signal)
    }
  }
  void watchOver()
  return {
    heard: () => {
      last = timing.now()
    },
    stop: () => abort.abort(),
  }
}
