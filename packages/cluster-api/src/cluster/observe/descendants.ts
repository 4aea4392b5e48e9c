import {
  at,
  groupOf,
  type KindRef,
  type Listing,
  type ListQuery,
  listed,
  number,
  type View,
  type World,
} from '@sitrep/status'
import { labels, machineDeploymentKind, machineKind, machinePoolKind, machineSetKind } from '../../kinds.ts'
import { machineSeen } from '../../machines-of/machine-seen.ts'
import { readCounts } from '../../machines-of/replica-counts.ts'
import { pickConditions } from '../../model/conditions.ts'
import { type Descendants, mergedTypes, type WorkerGroup } from '../types.ts'

/** What a Cluster reads of whatever owns worker Machines. */
const workerGroup: View<WorkerGroup> = {
  name: 'workerGroup',
  of: (object) => {
    const { metadata, spec, status } = object
    return {
      group: groupOf(object.apiVersion),
      kind: object.kind,
      namespace: metadata.namespace ?? '',
      name: metadata.name,
      owners: metadata.ownerReferences ?? [],
      deleting: metadata.deletionTimestamp !== undefined,
      desired: number(at(spec, 'replicas')),
      counts: readCounts(status),
      conditions: pickConditions(object, mergedTypes),
    }
  },
}

/** Lists all that carries the label of a Cluster. One kind that cannot be listed makes the rest worthless too. */
export function listDescendants(world: World, namespace: string, name: string): Listing<Descendants> {
  const by = { label: labels.clusterName, value: name }
  const ofKind = (kind: KindRef): ListQuery => ({ ...kind, namespace, by })
  const machineDeployments = world.list(ofKind(machineDeploymentKind), workerGroup)
  const machineSets = world.list(ofKind(machineSetKind), workerGroup)
  const machinePools = world.list(ofKind(machinePoolKind), workerGroup)
  const machines = world.list(ofKind(machineKind), machineSeen)
  if (!machineDeployments.read) return machineDeployments
  if (!machineSets.read) return machineSets
  if (!machinePools.read) return machinePools
  if (!machines.read) return machines
  return listed({
    machineDeployments: machineDeployments.items,
    machineSets: machineSets.items,
    machinePools: machinePools.items,
    machines: machines.items,
  })
}
