import { collectionOf } from '../cluster/cluster.ts'
import { ApiError, expired, internalError } from '../errors/api-error.ts'
import type { KubeObject } from '../json/json.ts'
import { stringifyJson } from '../json/stringify-json.ts'
import type { ApiResponse, ResponseSink } from '../request/api-request.ts'
import { type ListOptions, parseListOptions } from '../request/list-options.ts'
import type { Transform } from '../request/negotiation.ts'
import { metaText } from '../resources/metadata.ts'
import { byObjectSlices, bySlices } from '../store/object-slices.ts'
import type { StoreEvent } from '../store/store.ts'
import { StoreError } from '../store/store-error.ts'
import type { StoredObject } from '../store/stored-object.ts'
import { changesFor, preparedChanges, type WatchChange } from '../watch/changes.ts'
import { eventLine } from '../watch/event-line.ts'
import { changeLines } from '../watch/watch-channel.ts'
import type { WatchView } from '../watch/watch-view.ts'
import { Watcher } from '../watch/watcher.ts'
import { assertReached } from './revision.ts'
import type { Scope } from './scope.ts'
import { selectionOf } from './selection.ts'
import { includeObject, partialMetadata, table, tableRow } from './transform.ts'

const minimumTimeoutMs = 30 * 60_000
const lastBookmarkMs = 2000

/** `GET …/{plural}?watch=true` */
export async function watchHandler(scope: Scope): Promise<ApiResponse> {
  const options = parseListOptions(scope.query, { watch: true })
  const shown = watchViewOf(scope, options)
  if (options.initialEvents && options.revision !== undefined)
    await assertReached(scope.cluster, options.revision)
  const start = (sink: ResponseSink): void => startWatch(scope, { options, shown, sink })
  return { status: 200, headers: { 'Content-Type': 'application/json' }, body: { start } }
}

interface Opening {
  readonly options: ListOptions
  readonly shown: WatchView
  readonly sink: ResponseSink
}

function startWatch({ cluster }: Scope, { options, shown, sink }: Opening): void {
  const { store, watches } = cluster
  const past = options.initialEvents ? undefined : options.revision
  const live = past === undefined || past === 0
  const watcher = new Watcher(sink, {
    after: live ? store.revision : Math.max(past, store.revision),
    bookmarks: options.bookmarks,
  })
  const begin = live
    ? () => sendInitial(cluster, { options, shown, watcher })
    : () => replay(cluster, { shown, watcher, after: past })
  const leave = watches.join(shown, watcher)
  const timers = deadline(cluster, { options, shown, watcher })
  sink.onClose(() => {
    leave()
    for (const timer of timers) clearTimeout(timer)
  })
  begin()
}

type Cluster = Scope['cluster']

interface Beginning {
  readonly shown: WatchView
  readonly watcher: Watcher
}

/** The present state, and the bookmark that ends it where the client waits for one. */
function sendInitial(
  { store }: Cluster,
  { options, shown, watcher }: Beginning & { readonly options: ListOptions },
): void {
  if (!options.initialEvents) return
  const { selection, view, collection } = shown
  const listed = store.list(collection, selection.namespace)
  const annotations = { 'k8s.io/initial-events-end': 'true' }
  const bookmark = shown.bookmark({ resourceVersion: `${store.revision}`, annotations })
  const added = (slice: readonly StoredObject[]): readonly Shown[] =>
    (selection.everything ? slice : slice.filter(selection.matches)).map((stored) => ({
      type: 'ADDED',
      stored,
    }))
  function* pieces(): Generator<Buffer, void, void> {
    yield* linesOf({ shown, watcher }, byObjectSlices(listed, added))
    if (options.bookmarks) yield eventLine('BOOKMARK', bookmark)
  }
  const preparing = view.prepare(listed)
  beginWith(watcher, preparing === undefined ? pieces() : preparing.then(pieces))
}

/** What happened since the revision that the client knows. */
function replay({ store }: Cluster, { shown, watcher, after }: Beginning & { readonly after: number }): void {
  try {
    const events = store.eventsAfter(shown.collection, after)
    if (events.length === 0) return
    const lines = (slices: Iterable<readonly Shown[]>): Iterator<Buffer> =>
      linesOf({ shown, watcher }, slices)
    const preparing = shown.view.resource.convertRemotely && preparedChanges(shown, events)
    beginWith(
      watcher,
      preparing === undefined
        ? lines(bySlices(events, eventBytes, (slice) => changesFor(shown, slice)))
        : preparing.then((changes) =>
            lines(
              bySlices(
                changes,
                ({ stored }) => stored.bytes.length,
                (slice) => slice,
              ),
            ),
          ),
    )
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== 'expired') throw error
    watcher.fail(eventLine('ERROR', expired(error.message).toStatus()))
  }
}

const eventBytes = ({ before, after }: StoreEvent): number => (after ?? before)?.bytes.length ?? 0

type Shown = Pick<WatchChange, 'type' | 'stored'>

/** Lines by slices of changes; where nothing of a slice is shown, an empty one, so that others have their turn. */
function* linesOf(
  { shown, watcher }: Beginning,
  slices: Iterable<readonly Shown[]>,
): Generator<Buffer, void, void> {
  let first = true
  for (const changes of slices) {
    yield changeLines(shown, changes, { first })
    if (changes.length === 0) continue
    first = false
    watcher.begun = true
  }
}

/** Begins a watch; where somebody outside has to convert what it begins with, when that is done. */
function beginWith(watcher: Watcher, pieces: Iterator<Buffer> | Promise<Iterator<Buffer>>): void {
  const failed = (error: unknown): void => {
    const failure = error instanceof ApiError ? error : internalError('the watch could not be started')
    watcher.fail(eventLine('ERROR', failure.toStatus()))
  }
  const begin = (ready: Iterator<Buffer>): void => watcher.begin(ready, failed)
  if (!(pieces instanceof Promise)) {
    begin(pieces)
    return
  }
  watcher.hold()
  pieces.then(begin, failed)
}

function deadline(
  { edge, store }: Cluster,
  { options, shown, watcher }: Beginning & { readonly options: ListOptions },
): readonly NodeJS.Timeout[] {
  const { timeoutSeconds = 0 } = options
  const ms = timeoutSeconds > 0 ? timeoutSeconds * 1000 : minimumTimeoutMs + edge.randomInt(minimumTimeoutMs)
  const end = setTimeout(() => watcher.end(), Math.min(ms, 2 ** 31 - 1))
  const timers = [end]
  if (options.bookmarks && ms > lastBookmarkMs) {
    const bookmark = (): void =>
      watcher.write(eventLine('BOOKMARK', shown.bookmark({ resourceVersion: `${store.revision}` })))
    timers.push(setTimeout(bookmark, Math.min(ms - lastBookmarkMs, 2 ** 31 - 1)))
  }
  for (const timer of timers) timer.unref()
  return timers
}

function watchViewOf(scope: Scope, options: ListOptions): WatchView {
  const { view, cluster, representation, query } = scope
  const selection = selectionOf(scope, options)
  const { transform } = representation
  const include = transform?.kind === 'Table' ? includeObject(query) : ''
  const form = transform === undefined ? '' : `${transform.kind}/${transform.version}/${include}`
  return {
    id: `${view.resource.group}/${view.resource.plural}/${view.version.name}|${form}|${selection.id}`,
    collection: collectionOf(cluster, view.resource),
    view,
    selection,
    ...renderers(scope, transform),
  }
}

function renderers(
  scope: Scope,
  transform: Transform | undefined,
): Pick<WatchView, 'render' | 'renderFirst' | 'bookmark'> {
  const { view } = scope
  const { kind } = view.resource
  const bookmark: WatchView['bookmark'] = (metadata) => ({ kind, apiVersion: view.apiVersion, metadata })
  if (transform === undefined) return { render: (stored) => view.bytes(stored), bookmark }
  if (transform.kind !== 'Table') {
    const apiVersion = `meta.k8s.io/${transform.version}`
    return {
      render: (stored) => Buffer.from(stringifyJson(partialMetadata(view.object(stored), transform))),
      bookmark: (metadata) => ({ kind: 'PartialObjectMetadata', apiVersion, metadata }),
    }
  }
  const include = includeObject(scope.query)
  const rendered =
    (columns: typeof view.version.columns | undefined): WatchView['render'] =>
    (stored) => {
      const object = view.object(stored)
      const metadata = { resourceVersion: metaText(object, 'resourceVersion') }
      const rows = [tableRow(scope, object, { include, transform })]
      return Buffer.from(stringifyJson(table(transform, metadata, { columns, rows })))
    }
  return {
    render: rendered(undefined),
    renderFirst: rendered(view.version.columns),
    bookmark: (metadata) => {
      const blank = { kind, apiVersion: view.apiVersion, metadata } as unknown as KubeObject
      const { resourceVersion = '' } = metadata
      const rows = [tableRow(scope, blank, { include, transform })]
      return table(transform, { resourceVersion }, { columns: undefined, rows })
    },
  }
}
