import { sum, sumCounts } from '../machines-of/replica-counts.ts'
import { countStandalone } from './counters-control-plane.ts'
import type { ClusterFacts } from './facts.ts'
import { belongsTo, isOfPool } from './ownership.ts'
import type { Counters, ReplicaStatus } from './types.ts'

/** The counters of all that is not control plane, added up; as they were where nothing could be listed. */
export function workerCounters(facts: ClusterFacts, name: string, previous: ReplicaStatus): Counters {
  if (!facts.listed) return { ...previous }
  const groups = [...facts.machinePools, ...facts.machineDeployments, ...facts.standaloneSets]
  const alone = facts.workerMachines.filter((machine) => !isOfPool(machine) && belongsTo(machine, name))
  const { desiredReplicas, ...counts } = countStandalone(alone)
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
