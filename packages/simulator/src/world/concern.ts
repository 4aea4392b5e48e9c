import { type ClusterName, type KubeObject, managementCluster } from '@sitrep/status'

/**
 * Whom a change may concern: one Cluster, or every one of a namespace where the object does not say whose it is. A Cluster is named
 * `<namespace>/<name>`, and so is whatever else a family looks at as a whole.
 */
export type Concern = { readonly cluster: ClusterName } | { readonly namespace: string }

/** Knows whom its objects concern, and says nothing about those of others. */
export interface Concerned {
  readonly concern: (object: KubeObject) => Concern | undefined
}

/** An object, and the cluster in which it was seen. */
export interface Stored {
  readonly cluster: ClusterName
  readonly object: KubeObject
}

/** Whom an object concerns. What lies in a workload cluster is part of that cluster; of the rest the first of these that knows it says so. */
export function concernOf(families: readonly Concerned[], { cluster, object }: Stored): Concern {
  if (cluster !== managementCluster) return { cluster }
  for (const family of families) {
    const concern = family.concern(object)
    if (concern !== undefined) return concern
  }
  return { namespace: object.metadata.namespace ?? '' }
}
