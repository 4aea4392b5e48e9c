import { type Plan, together } from './action.ts'
import { planBootstrap } from './bootstrap.ts'
import { planCertificates } from './certificates.ts'
import { planClusters } from './cluster.ts'
import { planConnections } from './connection.ts'
import { planControlPlanes } from './control-plane.ts'
import { planBudgets } from './disruption-budget.ts'
import { planEksAnywhere } from './eks-anywhere/eks-anywhere.ts'
import { planEtcd } from './etcd.ts'
import { planGuards } from './guard-pods.ts'
import type { PlanInput, Planner } from './input.ts'
import { planKubelets } from './kubelet.ts'
import { planMachines } from './machine.ts'
import { planMachineDeletion, planOrphanedPods } from './machine-deletion.ts'
import { planMachineDeployments } from './machine-deployment.ts'
import { planMachinePools } from './machine-pool.ts'
import { planMachineSets } from './machine-set.ts'
import { planNodes } from './node.ts'
import { planOwnerDeletion } from './owner-deletion.ts'
import { planRemediation } from './remediation.ts'
import { planTopologies } from './topology.ts'

/** Every subject, from the Cluster down to its Nodes. */
const planners: readonly Planner[] = [
  planEksAnywhere,
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

/** All that happens next. Pure: the same world, time, timings and seed give the same plan. */
export function plan(input: PlanInput): Plan {
  return together(planners.map((planner) => planner(input)))
}
