import type { ResourceRegistry } from '../resources/registry.ts'
import type { Resource } from '../resources/resource.ts'
import type { Collection, ObjectKey } from '../store/object-key.ts'
import type { Store } from '../store/store.ts'
import type { WatchHub } from '../watch/watch-hub.ts'
import type { PodLogs } from './pod-logs.ts'

/** One Kubernetes API: its name on this server, what it serves, and where its objects lie. */
export interface Cluster {
  /** `<namespace>/<name>`; empty for the one at the root of the server. */
  readonly name: string
  readonly registry: ResourceRegistry
  readonly store: Store
  readonly watches: WatchHub
  readonly edge: Edge
  /** Absent: nobody runs containers. */
  readonly podLogs?: PodLogs
}

/** The world outside that writes depend on. Tests bring their own. */
export interface Edge {
  /** The present instant, in ms. */
  readonly now: () => number
  /** Milliseconds that go by evenly, whoever sets the clock: for what has to be done in time. */
  readonly elapsed: () => number
  readonly randomUuid: () => string
  /** A whole number from 0 to below `limit`. */
  readonly randomInt: (limit: number) => number
}

/** Where the objects of a resource lie: several resources may show the same ones. */
export function collectionOf(cluster: Cluster, resource: Resource): Collection {
  return { cluster: cluster.name, resource: placeOf(resource) }
}

// Each key holds it: one text for all of them takes less room, and is found at once where equal ones would be compared.
const places = new WeakMap<Resource, string>()

function placeOf(resource: Resource): string {
  const known = places.get(resource)
  if (known !== undefined) return known
  const { group, plural } = resource.storedAs ?? resource
  const place = `${group}/${plural}`
  places.set(resource, place)
  return place
}

export function keyOf(
  cluster: Cluster,
  resource: Resource,
  at: { namespace: string; name: string },
): ObjectKey {
  return { cluster: cluster.name, resource: placeOf(resource), namespace: at.namespace, name: at.name }
}
