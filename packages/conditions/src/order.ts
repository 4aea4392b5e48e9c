import { compareBytes } from './byte-order.ts'
import type { Condition } from './condition.ts'

/** How a list is sorted after a change; `unsorted` leaves new conditions at the end. */
export type ConditionOrder = ((a: Condition, b: Condition) => number) | 'unsorted'

// Known types by what a reader asks first. Source: kubernetes-sigs/cluster-api util/conditions/sort.go, v1.14.
const ranked = [
  'Available',
  'Ready',
  'UpToDate',
  'RemoteConnectionProbe',
  'BootstrapConfigReady',
  'InfrastructureReady',
  'ControlPlaneInitialized',
  'ControlPlaneAvailable',
  'WorkersAvailable',
  'CertificatesAvailable',
  'Initialized',
  'EtcdClusterHealthy',
  'ControlPlaneComponentsHealthy',
  'NodeHealthy',
  'NodeReady',
  'NodeKubeadmLabelsAndTaintsSet',
  'EtcdPodHealthy',
  'EtcdMemberHealthy',
  'APIServerPodHealthy',
  'ControllerManagerPodHealthy',
  'SchedulerPodHealthy',
  'HealthCheckSucceeded',
  'OwnerRemediated',
  'TopologyReconciled',
  'Updating',
  'RollingOut',
  'Remediating',
  'ScalingDown',
  'ScalingUp',
  'MachinesReady',
  'ControlPlaneMachinesReady',
  'WorkerMachinesReady',
  'MachinesUpToDate',
  'ControlPlaneMachinesUpToDate',
  'WorkerMachinesUpToDate',
] as const

const unknownRank = ranked.length
const ranks: ReadonlyMap<string, number> = new Map<string, number>([
  ...ranked.map((type, rank) => [type, rank] as const),
  ['Paused', unknownRank + 1],
  ['Deleting', unknownRank + 2],
])

/** The order of Cluster API: the verdicts first, unknown types before `Paused` and `Deleting`, equal ranks by bytes. */
export function compareConditions(a: Condition, b: Condition): number {
  if (a.type === b.type) return 0
  const difference = (ranks.get(a.type) ?? unknownRank) - (ranks.get(b.type) ?? unknownRank)
  return difference || compareBytes(a.type, b.type)
}

/** A sorted copy, equal ones as they stood; the list itself when it is sorted already. */
export function orderConditions(
  list: readonly Condition[],
  order: ConditionOrder = compareConditions,
): readonly Condition[] {
  if (order === 'unsorted') return list
  for (let i = 1; i < list.length; i++) {
    const [left, right] = [list[i - 1], list[i]]
    if (left && right && order(left, right) > 0) return list.toSorted(order)
  }
  return list
}
