import { type KubeObject, type ObjectRef, refKey } from '@sitrep/status'

const clusterLabel = 'cluster.x-k8s.io/cluster-name'

/**
 * What decides which process writes an object: the cluster it belongs to, for what is computed from each other is written by one process.
 * What belongs to none goes by its namespace.
 */
export function shardKey(ref: ObjectRef, object: KubeObject | undefined): string {
  const { namespace, name, kind, cluster: _cluster, ...rest } = ref
  const within = kind === 'Cluster' ? name : clusterOf(object)
  if (namespace === undefined) return refKey({ ...rest, kind, name })
  return within === undefined ? namespace : `${namespace}/${within}`
}

function clusterOf(object: KubeObject | undefined): string | undefined {
  const { clusterName } = (object?.spec ?? {}) as { readonly clusterName?: unknown }
  if (typeof clusterName === 'string') return clusterName
  const { labels, ownerReferences } = object?.metadata ?? {}
  return labels?.[clusterLabel] ?? ownerReferences?.find(({ kind }) => kind === 'Cluster')?.name
}
