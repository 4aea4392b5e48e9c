import { type AnyCondition, compareBytes } from '@sitrep/conditions'

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

/** The order of Cluster API: the summaries first, unknown types before `Paused` and `Deleting`, equal ranks by bytes. */
export function compareConditions(a: AnyCondition, b: AnyCondition): number {
  if (a.type === b.type) return 0
  const difference = (ranks.get(a.type) ?? unknownRank) - (ranks.get(b.type) ?? unknownRank)
  return difference || compareBytes(a.type, b.type)
}

// Source: kubernetes-sigs/cluster-api util/conditions/deprecated/v1beta1/setter.go, v1.14.
/** The order of Cluster API's older model: `Ready` first, then by bytes. */
export function compareSeverityConditions(a: AnyCondition, b: AnyCondition): number {
  if (a.type === b.type) return 0
  if (a.type === 'Ready') return -1
  return b.type === 'Ready' ? 1 : compareBytes(a.type, b.type)
}
