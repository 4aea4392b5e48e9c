import { infrastructureGroup } from '@sitrep/cluster-api/kinds'
import type { KindRef } from '@sitrep/status'

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

/** Holds infrastructure back until it has been taken down. */
export const infrastructureFinalizer = 'simulator.sitrep.dev/infrastructure'

/** Annotations by which the simulator remembers something. */
export const marks = {
  /** On a Machine of a control plane: what kubeadm was told when it was made. */
  configHash: 'simulator.sitrep.dev/config-hash',
  /** On an infrastructure machine: the Node that has joined. */
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
