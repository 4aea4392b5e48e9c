import { collectionOf } from '../cluster/cluster.ts'
import { type ApiError, badRequest, expired } from '../errors/api-error.ts'
import type { ApiResponse } from '../request/api-request.ts'
import { type ContinueToken, formatContinueToken, parseContinueToken } from '../request/continue-token.ts'
import { type ListOptions, parseListOptions } from '../request/list-options.ts'
import type { Slices } from '../schema/slices.ts'
import { compareNamespaces, compareText, type ObjectKey } from '../store/object-key.ts'
import { byObjectSlices } from '../store/object-slices.ts'
import type { Selection } from '../store/selection.ts'
import { firstPlace } from '../store/sorted-objects.ts'
import { StoreError } from '../store/store-error.ts'
import type { StoredObject } from '../store/stored-object.ts'
import { inSlices } from '../writes/pause.ts'
import type { Page } from './page.ts'
import { renderList } from './render-list.ts'
import { assertReached } from './revision.ts'
import type { Scope } from './scope.ts'
import { selectionOf } from './selection.ts'

/** `GET …/{plural}` */
export async function listObjects(scope: Scope): Promise<ApiResponse> {
  return renderList(scope, await readPage(scope, parseListOptions(scope.query)))
}

/** The page that the options ask for. Waits for conversion where somebody outside does it. */
export async function readPage(scope: Scope, options: ListOptions): Promise<Page> {
  const selection = selectionOf(scope, options)
  const snapshot = await readSnapshot(scope, options, selection)
  if (selection.readsFields) await scope.view.prepare(snapshot.objects)
  return inSlices(cutPage(snapshot, options, selection))
}

interface Snapshot {
  readonly objects: readonly StoredObject[]
  readonly revision: number
}

async function readSnapshot(scope: Scope, options: ListOptions, selection: Selection): Promise<Snapshot> {
  const { cluster } = scope
  if (options.continue !== '') return continueSnapshot(scope, options, selection)
  const { revision, match } = options
  if (revision !== undefined && revision > 0) {
    await assertReached(cluster, revision)
    // A page of a given revision can only be continued if it is of exactly that one.
    if (match === 'Exact' || (match === '' && options.limit > 0)) {
      const expiry = (): ApiError => expired('The resourceVersion for the provided list is too old.')
      return { objects: readAt(scope, { revision, selection, expiry }), revision }
    }
  }
  return { objects: readNow(scope, selection), revision: cluster.store.revision }
}

function continueSnapshot(scope: Scope, options: ListOptions, selection: Selection): Snapshot {
  const token = parseContinueToken(options.continue)
  if (options.revision !== undefined && options.revision > 0) {
    throw badRequest('specifying resource version is not allowed when using continue')
  }
  const revision = token.revision < 0 ? scope.cluster.store.revision : token.revision
  const all =
    token.revision < 0
      ? readNow(scope, selection)
      : readAt(scope, { revision, selection, expiry: () => inconsistent(token) })
  const start = firstPlace(all, (key) => !isBehind(key, token.after, selection))
  return { objects: all.slice(start), revision }
}

function readNow({ cluster, view }: Scope, { namespace, name }: Selection): readonly StoredObject[] {
  const collection = collectionOf(cluster, view.resource)
  if (name === undefined || namespace === undefined) return cluster.store.list(collection, namespace)
  const stored = cluster.store.get({ ...collection, namespace, name })
  return stored === undefined ? [] : [stored]
}

interface Reading {
  readonly revision: number
  readonly selection: Selection
  readonly expiry: () => ApiError
}

function readAt({ cluster, view }: Scope, { revision, selection, expiry }: Reading): readonly StoredObject[] {
  try {
    return cluster.store.listAt(collectionOf(cluster, view.resource), revision, selection.namespace)
  } catch (error) {
    if (error instanceof StoreError && error.code === 'expired') throw expiry()
    throw error
  }
}

function isBehind(key: ObjectKey, after: string, { namespace }: Selection): boolean {
  if (namespace !== undefined) return compareText(key.name, after) > 0
  const slash = after.indexOf('/')
  if (slash < 0) return compareText(key.name, after) > 0
  const order = compareNamespaces(key.namespace, after.slice(0, slash))
  return order > 0 || (order === 0 && compareText(key.name, after.slice(slash + 1)) > 0)
}

function* cutPage({ objects, revision }: Snapshot, options: ListOptions, selection: Selection): Slices<Page> {
  const metadata = { resourceVersion: `${revision}` }
  // Any state will do for revision 0, so it is served whole: a page of it could not be continued.
  const limit = options.revision === 0 ? 0 : options.limit
  const most = limit === 0 ? Number.POSITIVE_INFINITY : limit
  const { page, seen } = selection.everything
    ? { page: objects.slice(0, most), seen: Math.min(most, objects.length) }
    : yield* matching(objects, selection, most)
  const last = page.at(-1)
  if (limit === 0 || seen === objects.length || last === undefined) return { objects: page, metadata }
  const after = selection.namespace === undefined ? `${last.key.namespace}/${last.key.name}` : last.key.name
  const remaining = selection.everything ? { remainingItemCount: objects.length - seen } : {}
  return {
    objects: page,
    metadata: { ...metadata, continue: formatContinueToken({ revision, after }), ...remaining },
  }
}

/** The first objects that match, and how many were asked. */
function* matching(
  objects: readonly StoredObject[],
  selection: Selection,
  most: number,
): Slices<{ readonly page: readonly StoredObject[]; readonly seen: number }> {
  const page: StoredObject[] = []
  let seen = 0
  const look = (slice: readonly StoredObject[]): void => {
    for (const stored of slice) {
      if (page.length === most) break
      seen++
      if (selection.matches(stored)) page.push(stored)
    }
  }
  for (const _ of byObjectSlices(objects, look)) {
    if (page.length === most || seen === objects.length) break
    yield
  }
  return { page, seen }
}

function inconsistent({ after }: ContinueToken): ApiError {
  return expired(
    'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.',
    { continue: formatContinueToken({ revision: -1, after }) },
  )
}
