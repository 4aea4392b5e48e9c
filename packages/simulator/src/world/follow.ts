import { type ClusterName, type KubeObject, type ObjectRef, refKey, refOf } from '@sitrep/status'
import { type Connection, httpStatusOf, type Timing } from '../connection.ts'
import { collectionPath, type Resource } from './resource.ts'
import type { ObjectStore } from './store.ts'

/** Objects that are followed: all of a resource, or those of a field selector. */
export interface Followed {
  readonly resource: Resource
  readonly fieldSelector?: string
}

/** The same in workload clusters: in all of them, or in those that are meant. */
export interface FollowedInWorkloads extends Followed {
  readonly within?: (cluster: ClusterName) => boolean
}

export interface FollowOptions extends Followed {
  readonly connection: Connection
  readonly cluster: ClusterName
  readonly store: ObjectStore
  readonly timing: Timing
  readonly onError: (error: unknown) => void
}

/** Something that keeps up with all objects of one resource until it is stopped. */
export interface Follower {
  /** Resolves once everything that was there at the beginning is in the store. */
  readonly listed: Promise<void>
  readonly stop: () => Promise<void>
}

const retryMs = 1_000

/** Lists and watches; lists again whenever the watch cannot go on. */
export function follow(options: FollowOptions): Follower {
  const abort = new AbortController()
  const first = Promise.withResolvers<void>()
  const done = run(options, abort.signal, first.resolve).finally(first.resolve)
  return {
    listed: first.promise,
    stop: async () => {
      abort.abort()
      await done
    },
  }
}

async function run(options: FollowOptions, signal: AbortSignal, onListed: () => void): Promise<void> {
  let known: ReadonlyMap<string, ObjectRef> = new Map()
  let version: string | undefined
  while (!signal.aborted) {
    try {
      if (version === undefined) {
        const listed = await list(options, signal, known)
        known = listed.known
        version = listed.version
        onListed()
      }
      const watched = await watch(options, signal, { known, version })
      known = watched.known
      version = watched.version
    } catch (error) {
      if (signal.aborted) return
      version = undefined
      // A version that the server no longer remembers is no trouble: listing again helps at once.
      if (httpStatusOf(error) === 410) continue
      options.onError(error)
      await options.timing.sleep(retryMs, signal)
    }
  }
}

interface Known {
  readonly known: ReadonlyMap<string, ObjectRef>
  readonly version: string
}

interface ObjectList {
  readonly metadata?: { readonly resourceVersion?: string }
  readonly items?: readonly KubeObject[]
}

async function list(
  options: FollowOptions,
  signal: AbortSignal,
  before: ReadonlyMap<string, ObjectRef>,
): Promise<Known> {
  const { connection, cluster, store } = options
  const answer = await connection.request<ObjectList>({ path: pathOf(options), signal })
  const known = new Map<string, ObjectRef>()
  for (const item of answer.items ?? []) {
    const object = named(item, options.resource)
    const ref = refOf(object, cluster)
    known.set(refKey(ref), ref)
    store.put(cluster, object)
  }
  for (const [key, ref] of before) if (!known.has(key)) store.remove(ref, 'watch')
  return { known, version: answer.metadata?.resourceVersion ?? '0' }
}

interface WatchEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR'
  readonly object: KubeObject
}

/** Follows one watch to its end; gives back where to go on. */
async function watch(options: FollowOptions, signal: AbortSignal, from: Known): Promise<Known> {
  const { connection, cluster, store } = options
  const known = new Map(from.known)
  let version: string = from.version
  const query = { watch: 'true', allowWatchBookmarks: 'true', resourceVersion: version }
  const stream = await connection.stream({ path: pathOf(options, query), signal })
  const close = (): void => stream.close()
  signal.addEventListener('abort', close)
  try {
    for await (const line of lines(stream.chunks)) {
      const { type, object } = JSON.parse(line) as WatchEvent
      if (type === 'ERROR') throw Object.assign(new Error('The watch ended'), { httpStatus: 410 })
      version = object.metadata.resourceVersion ?? version
      if (type === 'BOOKMARK') continue
      const ref = refOf(object, cluster)
      if (type === 'DELETED') {
        known.delete(refKey(ref))
        gone(store, ref, object.metadata.uid)
      } else {
        known.set(refKey(ref), ref)
        store.put(cluster, object)
      }
    }
  } finally {
    signal.removeEventListener('abort', close)
  }
  return { known, version }
}

// An object of the same name may have been made meanwhile; the news is not about that one.
function gone(store: ObjectStore, ref: ObjectRef, uid: string | undefined): void {
  if (store.get(ref)?.metadata.uid === uid) store.remove(ref, 'watch')
  store.forget(uid)
}

/** Where these objects are read, in all namespaces. */
export function pathOf(
  { resource, fieldSelector }: Followed,
  query: Readonly<Record<string, string>> = {},
): string {
  const all = { ...query, ...(fieldSelector !== undefined && { fieldSelector }) }
  const search = new URLSearchParams(all).toString()
  return search === '' ? collectionPath(resource) : `${collectionPath(resource)}?${search}`
}

// Items of a list may leave out what the list says for all of them.
function named(item: KubeObject, { group, version, kind }: Resource): KubeObject {
  if (item.kind !== undefined && item.apiVersion !== undefined) return item
  return { ...item, apiVersion: group === '' ? version : `${group}/${version}`, kind }
}

/** The lines of a stream, as each is complete. */
async function* lines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let start = 0
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10, start)) {
      if (end > start) yield rest.toString('utf8', start, end)
      start = end + 1
    }
    rest = rest.subarray(start)
  }
}
