import {
  type ClusterParts,
  clusterKind as capiClusterKind,
  foundParts,
  watchedParts,
} from '@sitrep/cluster-api/following'
import type { FollowedFacts, FollowedObjects, Found, KubeObject } from '@sitrep/status'
import { systemNamespace } from '../kinds.ts'

/** All that the progress of a Cluster of EKS Anywhere is told from. */
export interface ClusterFacts extends Omit<ClusterParts, 'cluster'>, Pick<FollowedFacts, 'kubeconfig'> {
  readonly cluster: KubeObject | undefined
  /** The Cluster of Cluster API below it. */
  readonly capiCluster: KubeObject | undefined
  /** The objects below may not be read, so only the cluster itself tells. */
  readonly blind?: boolean
}

/** Where the Cluster of Cluster API is that an object of EKS Anywhere leads to. */
export const placeBelow = ({
  metadata: { name },
}: KubeObject): { readonly namespace: string; readonly name: string } => ({
  namespace: systemNamespace,
  name,
})

/** What to watch of a cluster besides itself: the one below, and what that one is made of. */
export function watchedBelow(cluster: KubeObject, { capiCluster = [] }: Found): readonly FollowedObjects[] {
  const place = placeBelow(cluster)
  return [
    { name: 'capiCluster', kind: capiClusterKind, namespace: place.namespace, objectName: place.name },
    ...watchedParts(place, capiCluster[0]),
  ]
}

/** The observation of a cluster reduced to what its rules ask. */
export function factsOf({ object, found, forbidden, kubeconfig }: FollowedFacts): ClusterFacts {
  const capiCluster = found['capiCluster']?.[0]
  return {
    ...foundParts(found, capiCluster),
    cluster: object,
    capiCluster,
    blind: forbidden.includes('workers') || forbidden.includes('machines'),
    kubeconfig,
  }
}
