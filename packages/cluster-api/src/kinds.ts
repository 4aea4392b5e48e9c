import type { KindRef } from '@sitrep/status'

/** The API groups of Cluster API and of what it stands on. */
export const coreGroup = 'cluster.x-k8s.io'
export const controlPlaneGroup = 'controlplane.cluster.x-k8s.io'
export const bootstrapGroup = 'bootstrap.cluster.x-k8s.io'
export const infrastructureGroup = 'infrastructure.cluster.x-k8s.io'
export const factGroup = 'sitrep.dev'

/** The CustomResourceDefinition whose label tells which language a cluster speaks. */
export const tellingCrd: string = `clusters.${coreGroup}`

export const clusterKind: KindRef = { group: coreGroup, kind: 'Cluster' }
export const clusterClassKind: KindRef = { group: coreGroup, kind: 'ClusterClass' }
export const machineKind: KindRef = { group: coreGroup, kind: 'Machine' }
export const machineSetKind: KindRef = { group: coreGroup, kind: 'MachineSet' }
export const machineDeploymentKind: KindRef = { group: coreGroup, kind: 'MachineDeployment' }
export const machinePoolKind: KindRef = { group: coreGroup, kind: 'MachinePool' }
export const machineHealthCheckKind: KindRef = { group: coreGroup, kind: 'MachineHealthCheck' }
export const machineDrainRuleKind: KindRef = { group: coreGroup, kind: 'MachineDrainRule' }
export const kubeadmControlPlaneKind: KindRef = { group: controlPlaneGroup, kind: 'KubeadmControlPlane' }
export const kubeadmControlPlaneTemplateKind: KindRef = {
  group: controlPlaneGroup,
  kind: 'KubeadmControlPlaneTemplate',
}
export const kubeadmConfigKind: KindRef = { group: bootstrapGroup, kind: 'KubeadmConfig' }
export const kubeadmConfigTemplateKind: KindRef = { group: bootstrapGroup, kind: 'KubeadmConfigTemplate' }

/** What was seen outside the API; never sent to one. */
export const clusterProbeKind: KindRef = { group: factGroup, kind: 'ClusterProbe' }
export const etcdMembershipKind: KindRef = { group: factGroup, kind: 'EtcdMembership' }

/** Kinds of Kubernetes itself, in the management cluster or in a workload cluster. */
export const configMapKind: KindRef = { group: '', kind: 'ConfigMap' }
export const secretKind: KindRef = { group: '', kind: 'Secret' }
export const nodeKind: KindRef = { group: '', kind: 'Node' }
export const podKind: KindRef = { group: '', kind: 'Pod' }
export const namespaceKind: KindRef = { group: '', kind: 'Namespace' }
export const persistentVolumeKind: KindRef = { group: '', kind: 'PersistentVolume' }
export const daemonSetKind: KindRef = { group: 'apps', kind: 'DaemonSet' }
export const podDisruptionBudgetKind: KindRef = { group: 'policy', kind: 'PodDisruptionBudget' }
export const volumeAttachmentKind: KindRef = { group: 'storage.k8s.io', kind: 'VolumeAttachment' }

/** Labels that decide something. */
export const labels = {
  clusterName: 'cluster.x-k8s.io/cluster-name',
  controlPlane: 'cluster.x-k8s.io/control-plane',
  controlPlaneName: 'cluster.x-k8s.io/control-plane-name',
  deploymentName: 'cluster.x-k8s.io/deployment-name',
  setName: 'cluster.x-k8s.io/set-name',
  poolName: 'cluster.x-k8s.io/pool-name',
  podDrain: 'cluster.x-k8s.io/drain',
  templateHash: 'machine-template-hash',
  topologyOwned: 'topology.cluster.x-k8s.io/owned',
  topologyDeploymentName: 'topology.cluster.x-k8s.io/deployment-name',
} as const

/** Annotations that decide something. Those called prefix stand for every annotation that begins so. */
export const annotations = {
  paused: 'cluster.x-k8s.io/paused',
  disableMachineCreate: 'cluster.x-k8s.io/disable-machine-create',
  skipPreflightChecks: 'machineset.cluster.x-k8s.io/skip-preflight-checks',
  skipRemediation: 'cluster.x-k8s.io/skip-remediation',
  remediateMachine: 'cluster.x-k8s.io/remediate-machine',
  deleteMachine: 'cluster.x-k8s.io/delete-machine',
  excludeNodeDraining: 'machine.cluster.x-k8s.io/exclude-node-draining',
  excludeVolumeDetach: 'machine.cluster.x-k8s.io/exclude-wait-for-node-volume-detach',
  preDrainHookPrefix: 'pre-drain.delete.hook.machine.cluster.x-k8s.io',
  preTerminateHookPrefix: 'pre-terminate.delete.hook.machine.cluster.x-k8s.io',
  controlPlaneCleanup: 'pre-terminate.delete.hook.machine.cluster.x-k8s.io/kcp-cleanup',
  certificatesExpiry: 'machine.cluster.x-k8s.io/certificates-expiry',
  updateInProgress: 'in-place-updates.internal.cluster.x-k8s.io/update-in-progress',
  pendingAcknowledgeMove: 'in-place-updates.internal.cluster.x-k8s.io/pending-acknowledge-move',
  pendingHooks: 'runtime.cluster.x-k8s.io/pending-hooks',
  okToDelete: 'runtime.cluster.x-k8s.io/ok-to-delete',
  clonedFromName: 'cluster.x-k8s.io/cloned-from-name',
  clonedFromGroupKind: 'cluster.x-k8s.io/cloned-from-groupkind',
  revision: 'machinedeployment.clusters.x-k8s.io/revision',
  replicasManagedBy: 'cluster.x-k8s.io/replicas-managed-by',
  remediationInProgress: 'controlplane.cluster.x-k8s.io/remediation-in-progress',
  remediationFor: 'controlplane.cluster.x-k8s.io/remediation-for',
} as const

/** Finalizers by which controllers hold an object back until what they made for it is gone. */
export const finalizers = {
  cluster: 'cluster.cluster.x-k8s.io',
  machine: 'machine.cluster.x-k8s.io',
  machineSet: 'cluster.x-k8s.io/machineset',
  machineDeployment: 'cluster.x-k8s.io/machinedeployment',
  machinePool: 'machinepool.cluster.x-k8s.io',
  controlPlane: 'kubeadm.controlplane.cluster.x-k8s.io',
} as const

/** The type of Secrets that hold bootstrap data, certificates and kubeconfigs. */
export const secretType = 'cluster.x-k8s.io/secret'
