import {
  bootstrapGroup,
  configMapKind,
  controlPlaneGroup,
  coreGroup,
  infrastructureGroup,
  machineHealthCheckKind,
  nodeKind,
  podDisruptionBudgetKind,
  podKind,
  secretKind,
  secretType,
} from '@sitrep/cluster-api/kinds'
import type { Planner } from '../plan/input.ts'
import type { ScenarioPart } from '../scenario/part.ts'
import type { SimulatedFamily } from '../simulated-family.ts'
import type { Resource } from '../world/resource.ts'
import { concern } from './concern.ts'
import { durations } from './durations.ts'
import { planBootstrap } from './plan/bootstrap.ts'
import { planCertificates } from './plan/certificates.ts'
import { planClusters } from './plan/cluster.ts'
import { planConnections } from './plan/connection.ts'
import { planControlPlanes } from './plan/control-plane.ts'
import { planBudgets } from './plan/disruption-budget.ts'
import { planEtcd } from './plan/etcd.ts'
import { planGuards } from './plan/guard-pods.ts'
import { planKubelets } from './plan/kubelet.ts'
import { planMachines } from './plan/machine.ts'
import { planMachineDeletion, planOrphanedPods } from './plan/machine-deletion.ts'
import { planMachineDeployments } from './plan/machine-deployment.ts'
import { planMachinePools } from './plan/machine-pool.ts'
import { planMachineSets } from './plan/machine-set.ts'
import { planNodes } from './plan/node.ts'
import { planOwnerDeletion } from './plan/owner-deletion.ts'
import { planRemediation } from './plan/remediation.ts'
import { planTopologies } from './plan/topology.ts'
import { crds } from './provider-crds.ts'
import { clusterApiActions } from './scenario/happening-actions.ts'
import { clusterHappenings } from './scenario/happenings.ts'
import { creationOf, readCluster } from './scenario/read-cluster.ts'

/** What scenario files say about clusters, and what that does to those of Cluster API. */
const scenario: ScenarioPart = {
  timings: durations,
  lists: { clusters: (reader, entry) => creationOf(readCluster(reader, entry, 'cluster-api')) },
  happenings: clusterHappenings,
  actions: clusterApiActions,
}

const secrets: Resource = { ...secretKind, version: 'v1', plural: 'secrets', namespaced: true }
const nodes: Resource = { ...nodeKind, version: 'v1', plural: 'nodes', namespaced: false }
const pods: Resource = { ...podKind, version: 'v1', plural: 'pods', namespaced: true }
const configMaps: Resource = { ...configMapKind, version: 'v1', plural: 'configmaps', namespaced: true }
const budgets: Resource = {
  ...podDisruptionBudgetKind,
  version: 'v1',
  plural: 'poddisruptionbudgets',
  namespaced: true,
}

/** Every subject, from the Cluster down to its Nodes. */
const planners: readonly Planner[] = [
  planTopologies,
  planClusters,
  planCertificates,
  planControlPlanes,
  planMachineDeployments,
  planMachineSets,
  planMachinePools,
  planBootstrap,
  planMachines,
  planNodes,
  planKubelets,
  planGuards,
  planBudgets,
  planRemediation,
  planMachineDeletion,
  planOwnerDeletion,
  planOrphanedPods,
  planEtcd,
  planConnections,
]

/** Clusters of Cluster API, on infrastructure that the simulator brings along. */
export const clusterApi: SimulatedFamily = {
  name: 'cluster-api',
  groups: [coreGroup, controlPlaneGroup, bootstrapGroup, infrastructureGroup],
  unread: [machineHealthCheckKind],
  follows: [{ resource: secrets, fieldSelector: `type=${secretType}` }],
  workload: [
    { resource: budgets },
    { resource: pods },
    { resource: nodes },
    { resource: configMaps, fieldSelector: 'metadata.name=kubeadm-config' },
  ],
  concern,
  planners,
  crds,
  scenario,
}
