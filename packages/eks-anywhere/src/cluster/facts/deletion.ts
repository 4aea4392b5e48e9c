import type { ClusterFacts } from './facts.ts'

/** How many replicas of a part are still there. */
function left({ controlPlane, deployments }: ClusterFacts, part: 'control plane' | 'workers'): number {
  if (part === 'control plane') return controlPlane.read ? (controlPlane.item?.replicas ?? 0) : 0
  return deployments.read ? deployments.items.reduce((sum, { replicas }) => sum + replicas, 0) : 0
}

/** Tells how far the deletion of a part is. */
export const replicasLeft =
  (part: 'control plane' | 'workers') =>
  (f: ClusterFacts): string =>
    `Deleting ${part}, ${left(f, part)} replicas left`

/** Tells how far the deletion of the whole is. */
export function deletionText(f: ClusterFacts): string {
  const replicas = left(f, 'control plane') + left(f, 'workers')
  if (replicas > 0) return `Deleting control plane and workers, ${replicas} replicas left`
  const gone = f.clusterApi.read && f.clusterApi.item === undefined
  return gone ? 'Deletion completed' : 'Deleting what is left of the infrastructure'
}
