import { countMachines } from '../../machines-of/counters.ts'
import type { MachineSeen } from '../../machines-of/machine-seen.ts'
import { sum, sumCounts } from '../../machines-of/replica-counts.ts'
import { versionsOf } from '../../machines-of/versions.ts'
import type { ControlPlaneForCluster, Counters, ReplicaStatus } from '../types.ts'
import type { ClusterFacts } from './facts.ts'

/** The counters of the control plane: its object's own, or those of Machines that stand alone. */
export function controlPlaneCounters(facts: ClusterFacts, previous: ReplicaStatus): Counters {
  const { controlPlane, hasTopology, listed, controlPlaneMachines } = facts
  if (controlPlane.ref === undefined && !hasTopology) {
    return listed ? countStandalone(controlPlaneMachines) : { ...previous }
  }
  return controlPlane.state === 'found' ? reported(controlPlane.seen, previous) : unsaid
}

const unsaid: Counters = {
  desiredReplicas: undefined,
  replicas: undefined,
  readyReplicas: undefined,
  availableReplicas: undefined,
  upToDateReplicas: undefined,
  versions: undefined,
}

// A provider need not count; what it does not say stays as it was. Only versions must not outlive their report.
function reported(seen: ControlPlaneForCluster, previous: ReplicaStatus): Counters {
  const desired = seen.desired ?? previous.desiredReplicas
  return {
    desiredReplicas: desired,
    replicas: seen.replicas ?? previous.replicas,
    readyReplicas: seen.ready ?? previous.readyReplicas,
    availableReplicas: available(seen, desired) ?? previous.availableReplicas,
    upToDateReplicas: seen.upToDate ?? previous.upToDateReplicas,
    versions: seen.versions === 'malformed' ? previous.versions : seen.versions,
  }
}

function available(seen: ControlPlaneForCluster, desired: number | undefined): number | undefined {
  if (seen.contract === 'v1beta2') return seen.available
  if (seen.unavailable === undefined || desired === undefined) return undefined
  return Math.max(0, desired - seen.unavailable)
}

/** Machines without an owner are wanted because they are there. A counter is unsaid until one Machine counts. */
function countStandalone(machines: readonly MachineSeen[]): Counters {
  const counts = countMachines(machines)
  return {
    desiredReplicas: counts.replicas || undefined,
    replicas: counts.replicas || undefined,
    readyReplicas: counts.readyReplicas || undefined,
    availableReplicas: counts.availableReplicas || undefined,
    upToDateReplicas: counts.upToDateReplicas || undefined,
    versions: versionsOf(machines),
  }
}

/** The counters of all that is not control plane, added up; as they were where nothing could be listed. */
export function workerCounters(facts: ClusterFacts, previous: ReplicaStatus): Counters {
  if (!facts.listed) return { ...previous }
  const groups = [...facts.machinePools, ...facts.machineDeployments, ...facts.standaloneSets]
  const { desiredReplicas, ...counts } = countStandalone(facts.standaloneMachines)
  const summed = sumCounts([
    ...groups.map((group) => group.counts),
    {
      replicas: counts.replicas,
      readyReplicas: counts.readyReplicas,
      availableReplicas: counts.availableReplicas,
      upToDateReplicas: counts.upToDateReplicas,
      versions: counts.versions ?? [],
    },
  ])
  return { ...summed, desiredReplicas: sum([...groups.map(({ desired }) => desired), desiredReplicas]) }
}
