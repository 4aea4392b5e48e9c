import { type ClusterName, groupOf, type ObjectRef } from './kind.ts'

/** The metadata that statuses are decided from. Everything else a real object carries may be dropped on the way in. */
export interface ObjectMetadata {
  readonly name: string
  readonly namespace?: string
  readonly uid?: string
  readonly generation?: number
  readonly resourceVersion?: string
  readonly creationTimestamp?: string
  readonly deletionTimestamp?: string
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
  readonly finalizers?: readonly string[]
  readonly ownerReferences?: readonly OwnerReference[]
}

export interface OwnerReference {
  readonly apiVersion?: string
  readonly kind: string
  readonly name: string
  readonly uid: string
  readonly controller?: boolean
  readonly blockOwnerDeletion?: boolean
}

/** Any Kubernetes object. Kinds that are read in detail extend this in their `types.ts`. */
export interface KubeObject {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: ObjectMetadata
  readonly spec?: unknown
  readonly status?: unknown
}

/** The reference under which an object of a cluster is found. */
export function refOf(object: KubeObject, cluster?: ClusterName): ObjectRef {
  const { name, namespace } = object.metadata
  const { kind } = object
  const group = groupOf(object.apiVersion)
  // So are nearly all, and every pass asks for some.
  if (cluster === undefined && namespace !== undefined && namespace !== '')
    return { group, kind, namespace, name }
  return {
    ...(cluster === undefined || cluster === '' ? {} : { cluster }),
    group,
    kind,
    ...(namespace === undefined || namespace === '' ? {} : { namespace }),
    name,
  }
}
