import { type ClusterName, type KindRef, kindKey, type ObjectRef } from '../kind.ts'
import type { KubeObject } from '../object.ts'
import { isDescribed, type KindChoice } from '../served-kind.ts'

/** Objects that stand for clusters of their own, whose objects are read as well. How they are reached is the edge's business. */
export interface Reach {
  /** The kind of the objects that stand for clusters. */
  readonly clusters: KindRef
  /** What the cluster behind such an object is called in the world. */
  readonly clusterOf: (object: KubeObject) => ClusterName
  /** The fact that tells whether it answers; it goes by the same name. */
  readonly probe: KindRef
  /** Whether that fact says that the cluster can be read now. */
  readonly connected: (probe: KubeObject) => boolean
}

/** Something that is seen outside the API and told as an object of group `sitrep.dev`. */
export interface FactKind {
  readonly kind: KindRef
  /** The kind of the objects it is about; the fact goes by the name of such an object. */
  readonly about: KindChoice
}

/**
 * Where the fact about an object is found. It goes by the object's name; where it may be about objects of many kinds, the kind stands
 * before that, because objects of two kinds may share a name.
 */
export function factRef({ kind, about }: FactKind, object: ObjectRef): ObjectRef {
  const { cluster, namespace } = object
  return {
    group: kind.group,
    kind: kind.kind,
    name: isDescribed(about) ? `${kindKey(object)}:${object.name}` : object.name,
    ...(cluster !== undefined && { cluster }),
    ...(namespace !== undefined && { namespace }),
  }
}
