import { keyOf } from '../cluster/cluster.ts'
import { ApiError } from '../errors/api-error.ts'
import type { KubeObject } from '../json/json.ts'
import { encodeObject } from '../resources/encoding.ts'
import { nameOf, withMetadata } from '../resources/metadata.ts'
import type { StoreEvent } from '../store/store.ts'
import { StoreError } from '../store/store-error.ts'
import type { StoredObject } from '../store/stored-object.ts'
import type { WriteContext } from './write-context.ts'

/**
 * Hands an object, already in its storage version, to the store. `undefined` when somebody else was faster: the caller decides
 * again on what is there now.
 */
export function persist(
  context: WriteContext,
  object: KubeObject,
  expected: StoredObject | undefined,
): Promise<StoreEvent | undefined> {
  const { cluster, view, namespace } = context
  const key = keyOf(cluster, view.resource, { namespace, name: nameOf(object) })
  return unlessStale(() => {
    const writing = cluster.store.write({
      key,
      expected,
      encode: (revision) => encodeWithin(context, withMetadata(object, { resourceVersion: `${revision}` })),
    })
    // What was applied is stored with what is empty or null in it, and read without.
    if (context.options.applies !== true) view.remember(cluster.store.head(key))
    return writing
  })
}

export function remove({ cluster }: WriteContext, stored: StoredObject): Promise<StoreEvent | undefined> {
  return unlessStale(() => cluster.store.write({ key: stored.key, expected: stored }))
}

function unlessStale(write: () => Promise<StoreEvent>): Promise<StoreEvent | undefined> {
  try {
    return write()
  } catch (error) {
    if (error instanceof StoreError && error.code === 'stale') return Promise.resolve(undefined)
    throw error
  }
}

/**
 * As much as etcd takes at once. It counts the JSON of custom resources, and of built-in ones an encoding that is far
 * smaller: their own rules and the limit of bodies come first.
 */
const maxCustomBytes = 1.5 * 1024 * 1024

/** What has become too large only by the note of who owns which field goes without it. */
function encodeWithin({ view, options }: WriteContext, object: KubeObject): Buffer {
  const { origin } = view.resource
  const bytes = encodeObject(object, origin)
  if (origin === 'builtin' || bytes.length <= maxCustomBytes) return bytes
  const unowned =
    options.applies === true
      ? bytes
      : encodeObject(withMetadata(object, { managedFields: undefined }), origin)
  if (unowned.length <= maxCustomBytes) return unowned
  throw new ApiError({ code: 500, message: 'etcdserver: request is too large' })
}
