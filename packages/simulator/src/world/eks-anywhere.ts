import type { KindRef } from '@sitrep/status'

export const eksAnywhereGroup = 'anywhere.eks.amazonaws.com'
export const distroGroup = 'distro.eks.amazonaws.com'
export const etcdGroup = 'etcdcluster.cluster.x-k8s.io'

export const eksClusterKind: KindRef = { group: eksAnywhereGroup, kind: 'Cluster' }
export const bundlesKind: KindRef = { group: eksAnywhereGroup, kind: 'Bundles' }
export const eksaReleaseKind: KindRef = { group: eksAnywhereGroup, kind: 'EKSARelease' }
export const distroReleaseKind: KindRef = { group: distroGroup, kind: 'Release' }
export const etcdadmClusterKind: KindRef = { group: etcdGroup, kind: 'EtcdadmCluster' }
export const daemonSetKind: KindRef = { group: 'apps', kind: 'DaemonSet' }
export const deploymentKind: KindRef = { group: 'apps', kind: 'Deployment' }

/** Where EKS Anywhere keeps what it makes of its clusters, whatever namespace those lie in. */
export const systemNamespace = 'eksa-system'

export const eksFinalizer = 'clusters.anywhere.eks.amazonaws.com/finalizer'

export const eksAnnotations = {
  paused: 'anywhere.eks.amazonaws.com/paused',
  managedByCommandLine: 'anywhere.eks.amazonaws.com/managed-by-cli',
  allowDeleteWhenPaused: 'anywhere.eks.amazonaws.com/allow-delete-when-paused',
  ciliumWasInstalled: 'anywhere.eks.amazonaws.com/eksa-cilium',
  signature: 'anywhere.eks.amazonaws.com/signature',
  autoscalerMinimum: 'cluster.x-k8s.io/cluster-api-autoscaler-node-group-min-size',
  autoscalerMaximum: 'cluster.x-k8s.io/cluster-api-autoscaler-node-group-max-size',
  /** On a datacenter or machine config: what is wrong with it, in words. */
  specFault: 'simulator.sitrep.dev/spec',
} as const
