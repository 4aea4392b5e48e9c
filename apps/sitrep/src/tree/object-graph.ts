import type { ClusterName, KindRef, ObjectRef, Reference } from '@sitrep/status'
import type { ComputedObject } from '../source/computed-world.ts'

/** The objects of a world, as trees look for them. */
export interface Graph {
  /** The object that a reference from another one means: in the same namespace unless it says otherwise, or in none. */
  readonly referred: (reference: Reference, from: ObjectRef) => ComputedObject | undefined
  /** In the order of their names. */
  readonly ofKind: (kind: KindRef, cluster: ClusterName | undefined) => readonly ComputedObject[]
  /** Those of a kind beside an object that carry its name in a label. */
  readonly carrying: (kind: KindRef, label: string, of: ObjectRef) => readonly ComputedObject[]
  readonly ownedBy: (object: ComputedObject) => readonly ComputedObject[]
}

/** The objects of a list, found by name, kind and owner. */
export class ObjectGraph implements Graph {
  readonly #byName: Map<string, ComputedObject[]> = new Map()
  readonly #byKind: Map<string, ComputedObject[]> = new Map()
  readonly #byOwner: Map<string, ComputedObject[]> = new Map()

  constructor(objects: readonly ComputedObject[]) {
    for (const each of objects) {
      add(this.#byName, each.ref.name, each)
      add(this.#byKind, kindIn(each.ref), each)
      for (const { uid } of each.computed.metadata.ownerReferences ?? [])
        add(this.#byOwner, ownedIn(each.ref.cluster, uid), each)
    }
  }

  referred(reference: Reference, from: ObjectRef): ComputedObject | undefined {
    const { namespace } = reference
    const named = (this.#byName.get(reference.name) ?? []).filter(
      ({ ref }) =>
        ref.cluster === from.cluster &&
        (reference.kind === undefined || ref.kind === reference.kind) &&
        (reference.group === undefined || ref.group === reference.group),
    )
    const inPlace = (wanted: string | undefined) => named.find(({ ref }) => ref.namespace === wanted)
    return inPlace(namespace ?? from.namespace) ?? inPlace(undefined)
  }

  ofKind(kind: KindRef, cluster: ClusterName | undefined): readonly ComputedObject[] {
    return (this.#byKind.get(kindIn({ ...kind, ...(cluster !== undefined && { cluster }) })) ?? []).toSorted(
      byName,
    )
  }

  carrying(kind: KindRef, label: string, { cluster, namespace, name }: ObjectRef): readonly ComputedObject[] {
    return this.ofKind(kind, cluster).filter(
      ({ ref, computed }) => ref.namespace === namespace && computed.metadata.labels?.[label] === name,
    )
  }

  ownedBy({ ref, computed }: ComputedObject): readonly ComputedObject[] {
    const { uid } = computed.metadata
    if (uid === undefined) return []
    return (this.#byOwner.get(ownedIn(ref.cluster, uid)) ?? []).toSorted(byName)
  }
}

const kindIn = ({ cluster = '', group, kind }: KindRef & { readonly cluster?: ClusterName }): string =>
  `${cluster}|${kind}.${group}`
const ownedIn = (cluster: ClusterName | undefined, uid: string): string => `${cluster ?? ''}|${uid}`

function add(index: Map<string, ComputedObject[]>, key: string, object: ComputedObject): void {
  const found = index.get(key)
  if (found === undefined) index.set(key, [object])
  else found.push(object)
}

const sortKey = ({ ref }: ComputedObject): string => `${ref.kind} ${ref.namespace ?? ''}/${ref.name}`
const byName = (a: ComputedObject, b: ComputedObject): number => (sortKey(a) < sortKey(b) ? -1 : 1)
