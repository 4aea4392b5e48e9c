import {
  type ClusterName,
  groupOf,
  type KindRef,
  type KubeObject,
  kindKey,
  type ObjectRef,
  refKey,
  refOf,
} from '@sitrep/status'
import { type Concern, type Concerned, concernOf, type Stored } from './concern.ts'

/** All objects that were seen, by watches and by answers to what was written; whichever is newer stands. */
export class ObjectStore {
  readonly #objects: Map<string, Stored> = new Map()
  readonly #byCluster: Map<ClusterName, Map<string, Stored>> = new Map()
  readonly #counts: Map<string, number> = new Map()
  /** Uids of what is known to be gone although a watch may still tell older news of it. */
  readonly #gone: Set<string> = new Set()
  readonly #families: readonly Concerned[]
  readonly #onChange: (concern: Concern) => void

  constructor(families: readonly Concerned[], onChange: (concern: Concern) => void) {
    this.#families = families
    this.#onChange = onChange
  }

  get objects(): Iterable<Stored> {
    return this.#objects.values()
  }

  /** All that belongs to one Cluster, in the management cluster and in its own. */
  of(cluster: ClusterName): Iterable<Stored> {
    return this.#byCluster.get(cluster)?.values() ?? []
  }

  /** Clusters of which something is known. */
  get clusters(): Iterable<ClusterName> {
    return this.#byCluster.keys()
  }

  put(cluster: ClusterName, object: KubeObject): void {
    const { uid, resourceVersion } = object.metadata
    if (uid !== undefined && this.#gone.has(uid)) return
    const key = refKey(refOf(object, cluster))
    const before = this.#objects.get(key)?.object.metadata
    if (before?.uid === uid && before !== undefined && !isNewer(resourceVersion, before.resourceVersion))
      return
    this.#take(key)
    this.#keep(key, { cluster, object })
  }

  /** The API says that it is gone; nothing older about it counts any more. */
  remove(ref: ObjectRef, news: 'answer' | 'watch'): void {
    const key = refKey(ref)
    const uid = this.#objects.get(key)?.object.metadata.uid
    if (uid !== undefined && news === 'answer') this.#gone.add(uid)
    if (uid !== undefined && news === 'watch') this.#gone.delete(uid)
    this.#take(key)
  }

  /** The last word of a watch about an object of this uid. */
  forget(uid: string | undefined): void {
    if (uid !== undefined) this.#gone.delete(uid)
  }

  removeCluster(cluster: ClusterName): void {
    const own = [...(this.#byCluster.get(cluster) ?? [])].filter(([, stored]) => stored.cluster === cluster)
    for (const [key] of own) this.#take(key)
    this.#onChange({ cluster })
  }

  /** How many objects of a kind are known. */
  count(kind: KindRef): number {
    return this.#counts.get(kindKey(kind)) ?? 0
  }

  get(ref: ObjectRef): KubeObject | undefined {
    return this.#objects.get(refKey(ref))?.object
  }

  #keep(key: string, stored: Stored): void {
    this.#objects.set(key, stored)
    const kind = kindOf(stored.object)
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1)
    const concern = concernOf(this.#families, stored)
    if ('cluster' in concern) {
      const own = this.#byCluster.get(concern.cluster) ?? new Map<string, Stored>()
      this.#byCluster.set(concern.cluster, own.set(key, stored))
    }
    this.#onChange(concern)
  }

  #take(key: string): void {
    const stored = this.#objects.get(key)
    if (stored === undefined) return
    this.#objects.delete(key)
    const kind = kindOf(stored.object)
    this.#counts.set(kind, (this.#counts.get(kind) ?? 1) - 1)
    const concern = concernOf(this.#families, stored)
    if ('cluster' in concern) {
      const own = this.#byCluster.get(concern.cluster)
      own?.delete(key)
      if (own?.size === 0) this.#byCluster.delete(concern.cluster)
    }
    this.#onChange(concern)
  }
}

const kindOf = ({ apiVersion, kind }: KubeObject): string => kindKey({ group: groupOf(apiVersion), kind })

// Servers promise that later versions are larger numbers; facts have none and are always taken.
function isNewer(version: string | undefined, than: string | undefined): boolean {
  if (version === undefined || than === undefined) return true
  return version.length === than.length ? version > than : version.length > than.length
}
