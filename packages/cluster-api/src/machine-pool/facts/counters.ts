import { countMachines } from '../../machines-of/counters.ts'
import type { MachineSeen } from '../../machines-of/machine-seen.ts'
import type { ReplicaCounts } from '../../machines-of/replica-counts.ts'
import { mergeVersions, type VersionCount, versionsOf } from '../../machines-of/versions.ts'
import type { MachinePoolObserved, NodeRef } from '../types.ts'
import type { InfrastructureStep } from './provider-objects.ts'

/** Counters from the Machines of a pool, or from what its infrastructure says where it has none. */
export function poolCounters(
  observed: MachinePoolObserved,
  { replicas, nodesKnown }: InfrastructureStep,
  nodeRefs: readonly NodeRef[],
): Omit<ReplicaCounts, 'replicas'> {
  const { infrastructure, machines, desired } = observed
  const kind = infrastructure.read ? infrastructure.item?.machineKind : undefined
  if (kind !== undefined && kind !== 'malformed' && kind.text !== '') {
    return countedMachines(machines.read ? machines.items : [])
  }
  return {
    readyReplicas: replicas,
    availableReplicas: replicas,
    upToDateReplicas: desired,
    versions: nodesKnown ? versionsOfNodes(observed, nodeRefs) : [],
  }
}

/** Counters from Machines. One of a pool is up to date unless it is on its way out. */
export function countedMachines(machines: readonly MachineSeen[]): Omit<ReplicaCounts, 'replicas'> {
  const { readyReplicas, availableReplicas } = countMachines(machines)
  const upToDateReplicas = machines.filter(({ deletion }) => deletion === undefined).length
  return { readyReplicas, availableReplicas, upToDateReplicas, versions: versionsOf(machines) }
}

function versionsOfNodes(
  { nodes }: MachinePoolObserved,
  nodeRefs: readonly NodeRef[],
): readonly VersionCount[] {
  const known = nodes.read ? nodes.items : []
  return mergeVersions(
    nodeRefs.map(({ name }) => {
      const node = known.find((candidate) => candidate.name === name && candidate.providerID !== undefined)
      return { version: node?.kubeletVersion ?? '', replicas: 1 }
    }),
  )
}
