import type { KindRef } from '@sitrep/status'

export const capiGroup = 'cluster.x-k8s.io'
export const controlPlaneGroup = 'controlplane.cluster.x-k8s.io'
export const bootstrapGroup = 'bootstrap.cluster.x-k8s.io'
export const infrastructureGroup = 'infrastructure.cluster.x-k8s.io'

export const clusterKind: KindRef = { group: capiGroup, kind: 'Cluster' }
export const clusterClassKind: KindRef = { group: capiGroup, kind: 'ClusterClass' }
export const machineKind: KindRef = { group: capiGroup, kind: 'Machine' }
export const machineSetKind: KindRef = { group: capiGroup, kind: 'MachineSet' }
export const machineDeploymentKind: KindRef = { group: capiGroup, kind: 'MachineDeployment' }
export const machinePoolKind: KindRef = { group: capiGroup, kind: 'MachinePool' }
export const machineHealthCheckKind: KindRef = { group: capiGroup, kind: 'MachineHealthCheck' }
export const controlPlaneKind: KindRef = { group: controlPlaneGroup, kind: 'KubeadmControlPlane' }
export const controlPlaneTemplateKind: KindRef = {
  group: controlPlaneGroup,
  kind: 'KubeadmControlPlaneTemplate',
}
export const kubeadmConfigKind: KindRef = { group: bootstrapGroup, kind: 'KubeadmConfig' }
export const kubeadmConfigTemplateKind: KindRef = { group: bootstrapGroup, kind: 'KubeadmConfigTemplate' }
/** The infrastructure that the simulator brings along; any other kind of the same group is simulated in the same way. */
export const simulatedClusterKind: KindRef = { group: infrastructureGroup, kind: 'SimulatedCluster' }
export const simulatedClusterTemplateKind: KindRef = {
  group: infrastructureGroup,
  kind: 'SimulatedClusterTemplate',
}
export const simulatedMachineKind: KindRef = { group: infrastructureGroup, kind: 'SimulatedMachine' }
export const simulatedPoolKind: KindRef = { group: infrastructureGroup, kind: 'SimulatedMachinePool' }
export const simulatedTemplateKind: KindRef = {
  group: infrastructureGroup,
  kind: 'SimulatedMachineTemplate',
}
export const etcdMembershipKind: KindRef = { group: 'sitrep.dev', kind: 'EtcdMembership' }
export const definitionKind: KindRef = { group: 'apiextensions.k8s.io', kind: 'CustomResourceDefinition' }
export const namespaceKind: KindRef = { group: '', kind: 'Namespace' }
export const secretKind: KindRef = { group: '', kind: 'Secret' }
export const configMapKind: KindRef = { group: '', kind: 'ConfigMap' }
export const nodeKind: KindRef = { group: '', kind: 'Node' }
export const podKind: KindRef = { group: '', kind: 'Pod' }
export const budgetKind: KindRef = { group: 'policy', kind: 'PodDisruptionBudget' }

export const labels = {
  clusterName: 'cluster.x-k8s.io/cluster-name',
  controlPlane: 'cluster.x-k8s.io/control-plane',
  controlPlaneName: 'cluster.x-k8s.io/control-plane-name',
  deploymentName: 'cluster.x-k8s.io/deployment-name',
  setName: 'cluster.x-k8s.io/set-name',
  templateHash: 'machine-template-hash',
  topologyOwned: 'topology.cluster.x-k8s.io/owned',
  topologyDeploymentName: 'topology.cluster.x-k8s.io/deployment-name',
} as const

export const finalizers = {
  cluster: 'cluster.cluster.x-k8s.io',
  machine: 'machine.cluster.x-k8s.io',
  machineSet: 'cluster.x-k8s.io/machineset',
  machineDeployment: 'cluster.x-k8s.io/machinedeployment',
  controlPlane: 'kubeadm.controlplane.cluster.x-k8s.io',
  machinePool: 'machinepool.cluster.x-k8s.io',
  infrastructure: 'simulator.sitrep.dev/infrastructure',
} as const

export const annotations = {
  paused: 'cluster.x-k8s.io/paused',
  deleteMachine: 'cluster.x-k8s.io/delete-machine',
  disableMachineCreate: 'cluster.x-k8s.io/disable-machine-create',
  clonedFromName: 'cluster.x-k8s.io/cloned-from-name',
  clonedFromGroupKind: 'cluster.x-k8s.io/cloned-from-groupkind',
  certificatesExpiry: 'machine.cluster.x-k8s.io/certificates-expiry',
  excludeNodeDraining: 'machine.cluster.x-k8s.io/exclude-node-draining',
  preDrainHook: 'pre-drain.delete.hook.machine.cluster.x-k8s.io',
  preTerminateHook: 'pre-terminate.delete.hook.machine.cluster.x-k8s.io',
  controlPlaneCleanup: 'pre-terminate.delete.hook.machine.cluster.x-k8s.io/kcp-cleanup',
  revision: 'machinedeployment.clusters.x-k8s.io/revision',
  configHash: 'simulator.sitrep.dev/config-hash',
  joined: 'simulator.sitrep.dev/joined',
} as const

/** Annotations by which something is made to go wrong, by a scenario or by anybody with kubectl. */
export const faults = {
  /** On a Cluster, `lost`: nobody reaches the API of the workload cluster. */
  connection: 'simulator.sitrep.dev/connection',
  /** On a Cluster, `failing`: no bootstrap data is made. */
  bootstrap: 'simulator.sitrep.dev/bootstrap',
  /** On a Cluster, `exceeded`: no more machines are provisioned. */
  quota: 'simulator.sitrep.dev/quota',
  /** On a Cluster, `malformed`: its infrastructure reports a condition that is none. */
  condition: 'simulator.sitrep.dev/condition',
  /** On an infrastructure machine: what is wrong with its Node. */
  node: 'simulator.sitrep.dev/node',
  /** On a MachineDeployment, `blocked`: its Nodes run Pods that a disruption budget holds. */
  drain: 'simulator.sitrep.dev/drain',
} as const

export const secretType = 'cluster.x-k8s.io/secret'
