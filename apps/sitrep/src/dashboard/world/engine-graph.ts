import type { Engine, MemberKey } from '@sitrep/engine'
import {
  type ClusterName,
  type KindRef,
  type KubeObject,
  managementCluster,
  type ObjectRef,
  type Reference,
} from '@sitrep/status'
import type { ComputedObject } from '../../source/computed-world.ts'
import type { Graph } from '../../tree/object-graph.ts'

/** An object of an engine, as trees take it: what the engine sees is all there is of it. */
export const asComputed = (ref: ObjectRef, object: KubeObject): ComputedObject => ({
  ref,
  reported: object,
  computed: object,
  written: object,
  decided: true,
})

/** The objects of an engine, found by its own indexes: a large world is never gone through for one tree. */
export class EngineGraph implements Graph {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  referred({ group, kind, name, namespace }: Reference, from: ObjectRef): ComputedObject | undefined {
    const cluster = from.cluster ?? managementCluster
    const kinds =
      group !== undefined && kind !== undefined
        ? [{ group, kind }]
        : this.#kindsIn(cluster).filter(
            (each) => (kind ?? each.kind) === each.kind && (group ?? each.group) === each.group,
          )
    const inPlace = (wanted: string | undefined): ComputedObject | undefined => {
      for (const each of kinds) {
        const ref = { cluster, ...each, ...(wanted !== undefined && { namespace: wanted }), name }
        const object = this.#engine.object(ref)
        if (object !== undefined) return asComputed(withoutHome(ref), object)
      }
      return undefined
    }
    return inPlace(namespace ?? from.namespace) ?? inPlace(undefined)
  }

  ofKind(kind: KindRef, cluster: ClusterName = managementCluster): readonly ComputedObject[] {
    return this.#engine.members({ ...kind, cluster }).map(({ ref, object }) => asComputed(ref, object))
  }

  carrying(kind: KindRef, label: string, { cluster, namespace, name }: ObjectRef): readonly ComputedObject[] {
    return this.#members(kind, { cluster, namespace }, { label, value: name })
  }

  ownedBy({ ref, computed }: ComputedObject): readonly ComputedObject[] {
    const { uid } = computed.metadata
    if (uid === undefined) return []
    return this.#kindsIn(ref.cluster ?? managementCluster)
      .flatMap((kind) => this.#members(kind, ref, { owner: uid }))
      .sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))
  }

  // The order in which they are gone through is that of their names, whoever came first.
  #kindsIn(cluster: ClusterName): readonly KindRef[] {
    return this.#engine
      .kindsIn(cluster)
      .toSorted((a, b) => (`${a.kind}.${a.group}` < `${b.kind}.${b.group}` ? -1 : 1))
  }

  #members(
    kind: KindRef,
    {
      cluster = managementCluster,
      namespace,
    }: { cluster?: string | undefined; namespace?: string | undefined },
    by: MemberKey,
  ): readonly ComputedObject[] {
    return this.#engine
      .members({ ...kind, cluster, ...(namespace !== undefined && { namespace }), by })
      .map(({ ref, object }) => asComputed(ref, object))
  }
}

const withoutHome = ({ cluster, ...ref }: ObjectRef): ObjectRef =>
  cluster === undefined || cluster === managementCluster ? ref : { ...ref, cluster }

const sortKey = ({ ref }: ComputedObject): string => `${ref.kind} ${ref.namespace ?? ''}/${ref.name}`
