import {
  type ClusterName,
  type KindRef,
  type KubeObject,
  kindKey,
  managementCluster,
  type ObjectRef,
  refKey,
  refOf,
} from '@sitrep/status'

interface Stored {
  readonly cluster: ClusterName
  readonly object: KubeObject
}

/** All objects that were seen, by watches and by answers to what was written; whichever is newer stands. */
export class ObjectStore {
  readonly #objects: Map<string, Stored> = new Map()
  /** Uids of what is known to be gone although a watch may still tell older news of it. */
  readonly #gone: Set<string> = new Set()
  readonly #onChange: () => void

  constructor(onChange: () => void) {
    this.#onChange = onChange
  }

  get objects(): Iterable<Stored> {
    return this.#objects.values()
  }

  put(cluster: ClusterName, object: KubeObject): void {
    const { uid, resourceVersion } = object.metadata
    if (uid !== undefined && this.#gone.has(uid)) return
    const key = refKey(refOf(object, cluster))
    const before = this.#objects.get(key)?.object.metadata
    if (before?.uid === uid && before !== undefined && !isNewer(resourceVersion, before.resourceVersion))
      return
    this.#objects.set(key, { cluster, object })
    this.#onChange()
  }

  /** The API says that it is gone; nothing older about it counts any more. */
  remove(ref: ObjectRef, news: 'answer' | 'watch'): void {
    const key = refKey(ref)
    const uid = this.#objects.get(key)?.object.metadata.uid
    if (uid !== undefined && news === 'answer') this.#gone.add(uid)
    if (uid !== undefined && news === 'watch') this.#gone.delete(uid)
    if (this.#objects.delete(key)) this.#onChange()
  }

  /** The last word of a watch about an object of this uid. */
  forget(uid: string | undefined): void {
    if (uid !== undefined) this.#gone.delete(uid)
  }

  removeCluster(cluster: ClusterName): void {
    for (const [key, stored] of this.#objects) if (stored.cluster === cluster) this.#objects.delete(key)
    this.#onChange()
  }

  /** How many objects of a kind the management cluster has. */
  count(kind: KindRef): number {
    const prefix = `${managementCluster}|${kindKey(kind)}|`
    return [...this.#objects.keys()].filter((key) => key.startsWith(prefix)).length
  }

  get(ref: ObjectRef): KubeObject | undefined {
    return this.#objects.get(refKey(ref))?.object
  }
}

// Servers promise that later versions are larger numbers; facts have none and are always taken.
function isNewer(version: string | undefined, than: string | undefined): boolean {
  if (version === undefined || than === undefined) return true
  return version.length === than.length ? version > than : version.length > than.length
}
