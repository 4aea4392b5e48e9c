import type { ClusterFacts } from '../facts.ts'

/** Whether the control plane or its external etcd cannot be read: the released system then says nothing at all. */
export function controlPlaneUnreadable({ controlPlane, spec, clusterApi, etcd }: ClusterFacts): boolean {
  if (!controlPlane.read) return true
  if (!spec.externalEtcd) return false
  if (!clusterApi.read) return true
  return clusterApi.item !== undefined && (!etcd?.read || etcd.item === undefined)
}

/** Whether anything that the conditions stand on cannot be read. */
export const statusUnreadable = (f: ClusterFacts): boolean => controlPlaneUnreadable(f) || !f.deployments.read
