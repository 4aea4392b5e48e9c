import { keyOf } from '../cluster/cluster.ts'
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
  { cluster, view, namespace }: WriteContext,
  object: KubeObject,
  expected: StoredObject | undefined,
): Promise<StoreEvent | undefined> {
  const key = keyOf(cluster, view.resource, { namespace, name: nameOf(object) })
  return unlessStale(() => {
    const writing = cluster.store.write({
      key,
      expected,
      encode: (revision) =>
        encodeObject(withMetadata(object, { resourceVersion: `${revision}` }), view.resource.origin),
    })
    view.remember(cluster.store.head(key))
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
