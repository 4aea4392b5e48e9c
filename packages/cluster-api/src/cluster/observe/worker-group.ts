import type { Condition, ConditionedObject } from '@sitrep/conditions'
import { at, groupOf, number, type OwnerReference, type View } from '@sitrep/status'
import { type ReplicaCounts, readCounts } from '../../machines-of/replica-counts.ts'
import { pickConditions } from '../../model/conditions.ts'

/** A MachineDeployment, MachinePool or MachineSet as its Cluster sees it. */
export interface WorkerGroup extends ConditionedObject {
  readonly group: string
  readonly namespace: string
  readonly owners: readonly OwnerReference[]
  readonly desired: number | undefined
  readonly counts: ReplicaCounts
  readonly conditions: readonly Condition[]
}

const mergedTypes = ['Available', 'UpToDate', 'Remediating', 'RollingOut', 'ScalingUp', 'ScalingDown']

/** What a Cluster reads of whatever owns worker Machines. */
export const workerGroup: View<WorkerGroup> = {
  name: 'workerGroup',
  of: (object) => {
    const { metadata, spec, status } = object
    return {
      group: groupOf(object.apiVersion),
      kind: object.kind,
      namespace: metadata.namespace ?? '',
      name: metadata.name,
      owners: metadata.ownerReferences ?? [],
      desired: number(at(spec, 'replicas')),
      counts: readCounts(status),
      conditions: pickConditions(object, mergedTypes),
    }
  },
}
