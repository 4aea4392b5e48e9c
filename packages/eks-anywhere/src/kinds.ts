import type { KindRef } from '@sitrep/status'

/** The API groups of EKS Anywhere and of what it brings along. */
export const eksAnywhereGroup = 'anywhere.eks.amazonaws.com'
export const distroGroup = 'distro.eks.amazonaws.com'
export const etcdGroup = 'etcdcluster.cluster.x-k8s.io'

const ofEksAnywhere = (kind: string): KindRef => ({ group: eksAnywhereGroup, kind })

export const clusterKind: KindRef = ofEksAnywhere('Cluster')
export const bundlesKind: KindRef = ofEksAnywhere('Bundles')
export const eksaReleaseKind: KindRef = ofEksAnywhere('EKSARelease')
export const distroReleaseKind: KindRef = { group: distroGroup, kind: 'Release' }
export const etcdadmClusterKind: KindRef = { group: etcdGroup, kind: 'EtcdadmCluster' }

/** A kind of a linked object: its name is that of the kind that a reference gives. */
export const linkedKind: (kind: string) => KindRef = ofEksAnywhere

/** Kinds of Kubernetes itself that are looked at in workload clusters. */
export const deploymentKind: KindRef = { group: 'apps', kind: 'Deployment' }

/** Where EKS Anywhere keeps the Cluster API objects, the releases and the credentials of all its clusters. */
export const systemNamespace = 'eksa-system'

/** Annotations that decide something. */
export const annotations = {
  paused: 'anywhere.eks.amazonaws.com/paused',
  managedByCommandLine: 'anywhere.eks.amazonaws.com/managed-by-cli',
  allowDeleteWhenPaused: 'anywhere.eks.amazonaws.com/allow-delete-when-paused',
  ciliumWasInstalled: 'anywhere.eks.amazonaws.com/eksa-cilium',
  bundleSignature: 'anywhere.eks.amazonaws.com/signature',
  autoscalerMinimum: 'cluster.x-k8s.io/cluster-api-autoscaler-node-group-min-size',
  autoscalerMaximum: 'cluster.x-k8s.io/cluster-api-autoscaler-node-group-max-size',
} as const

/** Holds a Cluster back until what was made of it is gone. */
export const clusterFinalizer = 'clusters.anywhere.eks.amazonaws.com/finalizer'

/** The reason with which a CNI that EKS Anywhere is told to leave alone does not hold `Ready` back. */
export const skipReason = 'SkipUpgradesForDefaultCNIConfigured'
