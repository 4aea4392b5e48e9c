import { countMachines, notOutdated } from '../../machines-of/counters.ts'
import type { MachineSeen } from '../../machines-of/machine-seen.ts'
import type { ControlPlaneForCluster, Counters, WorkerGroup } from '../types.ts'

/** Both halves of a Cluster as the document counts them: a count that could not be taken is not there, and none is 0. */
export interface ClusterCounts {
  /** Nothing for a control plane that knows no replicas: its contract does not ask for them. */
  readonly controlPlane: Counters | undefined
  readonly workers: Counters
}

/** Nothing could be counted. */
export const unknownCounts: Counters = {}

/** What a control plane object reports; what it leaves out is unknown. */
export function reportedCounts(seen: ControlPlaneForCluster): Counters | undefined {
  const { desired, replicas, ready, upToDate, unavailable } = seen
  if (desired === undefined && replicas === undefined) return undefined
  const byOldContract =
    unavailable === undefined || desired === undefined ? undefined : Math.max(0, desired - unavailable)
  return {
    desiredReplicas: desired,
    replicas,
    readyReplicas: ready,
    availableReplicas: seen.available ?? (seen.contract === 'v1beta1' ? byOldContract : undefined),
    upToDateReplicas: upToDate,
  }
}

/** Machines that stand alone: each is wanted because it is there, and up to date unless it says otherwise. */
export function standaloneCounts(machines: readonly MachineSeen[]): Counters {
  const counts = countMachines(machines)
  return {
    ...counts,
    upToDateReplicas: notOutdated(machines).length,
    desiredReplicas: counts.replicas,
  }
}

/** The counters of a MachineDeployment, MachinePool or MachineSet. */
export const groupCounts = ({ desired, counts }: WorkerGroup): Counters => ({
  desiredReplicas: desired,
  replicas: counts.replicas,
  readyReplicas: counts.readyReplicas,
  availableReplicas: counts.availableReplicas,
  upToDateReplicas: counts.upToDateReplicas,
})

/**
 * The counters of a MachineDeployment among these MachineSets. One that goes away and has none left has no replicas, although its sum of
 * nothing is not reported: it would pass for uncounted between the end of its last MachineSet and its own.
 */
export function deploymentCounts(deployment: WorkerGroup, machineSets: readonly WorkerGroup[]): Counters {
  const counts = groupCounts(deployment)
  const isTheirs = ({ owners }: WorkerGroup): boolean =>
    owners.some(({ kind, name }) => kind === deployment.kind && name === deployment.name)
  if (!deployment.deleting || counts.replicas !== undefined || machineSets.some(isTheirs)) return counts
  return { ...counts, replicas: 0, readyReplicas: 0, availableReplicas: 0, upToDateReplicas: 0 }
}

const names = [
  'desiredReplicas',
  'replicas',
  'readyReplicas',
  'availableReplicas',
  'upToDateReplicas',
] as const

/** Adds counters up; one that any part does not know is not known of the whole. */
export function addCounts(parts: readonly Counters[]): Counters {
  const total: { [Name in (typeof names)[number]]?: number | undefined } = {}
  for (const name of names) {
    const known = parts.flatMap((part) => part[name] ?? [])
    total[name] = known.length === parts.length ? known.reduce((sum, count) => sum + count, 0) : undefined
  }
  return total
}
