import { type ClusterName, groupOf, type KubeObject, managementCluster } from '@sitrep/status'
import { eksClusterKind, systemNamespace } from './eks-anywhere.ts'
import { at, text } from './fields.ts'
import { capiGroup, clusterKind, etcdMembershipKind, labels } from './kinds.ts'

/** The Cluster whose life an object is part of, whether that Cluster is there or not; nothing where the object does not say. */
export function belongsTo(cluster: ClusterName, object: KubeObject): ClusterName | undefined {
  if (cluster !== managementCluster) return cluster
  const { kind, metadata, spec } = object
  const group = groupOf(object.apiVersion)
  if (kind === eksClusterKind.kind && group === eksClusterKind.group)
    return `${systemNamespace}/${metadata.name}`
  const names =
    (kind === clusterKind.kind && group === capiGroup) ||
    (kind === etcdMembershipKind.kind && group === etcdMembershipKind.group)
  const name = names
    ? metadata.name
    : (text(at(spec, 'clusterName')) ?? metadata.labels?.[labels.clusterName])
  return name === undefined ? undefined : `${metadata.namespace ?? ''}/${name}`
}
