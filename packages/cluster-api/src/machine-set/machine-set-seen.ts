import type { Condition, ConditionedObject, Instant } from '@sitrep/conditions'
import { groupOf, type OwnerReference, type View } from '@sitrep/status'
import { type TemplateFields, templateFields } from '../machine/template-fields.ts'
import { type ReplicaCounts, readCounts } from '../machines-of/replica-counts.ts'
import { pickConditions } from '../model/conditions.ts'
import { at, number } from '../model/fields.ts'

/** A MachineSet as its MachineDeployment and its Cluster see it. */
export interface MachineSetSeen extends ConditionedObject {
  readonly group: string
  readonly namespace: string
  readonly labels: Readonly<Record<string, string>>
  readonly owners: readonly OwnerReference[]
  readonly createdAt: Instant | undefined
  readonly desired: number | undefined
  readonly counts: ReplicaCounts
  readonly template: TemplateFields
  readonly conditions: readonly Condition[]
}

/** What a MachineDeployment and a Cluster read of a MachineSet. */
export const machineSetSeen: View<MachineSetSeen> = {
  name: 'machineSetSeen',
  of: (object) => {
    const { metadata, spec, status } = object
    return {
      group: groupOf(object.apiVersion),
      kind: object.kind,
      namespace: metadata.namespace ?? '',
      name: metadata.name,
      labels: metadata.labels ?? {},
      owners: metadata.ownerReferences ?? [],
      createdAt: metadata.creationTimestamp,
      desired: number(at(spec, 'replicas')),
      counts: readCounts(status),
      template: templateFields(at(spec, 'template')),
      conditions: pickConditions(object, ['ScalingUp', 'ScalingDown']),
    }
  },
}
