import type { Condition, ConditionedObject, Instant, SeverityCondition } from '@sitrep/conditions'
import { at, groupOf, number, type OwnerReference, type View } from '@sitrep/status'
import { templateFields } from '../machine/observe/template-fields.ts'
import type { TemplateFields } from '../machine/types.ts'
import { type ReplicaCounts, readCounts } from '../machines-of/replica-counts.ts'
import { pickConditions } from '../model/conditions.ts'
import { legacyStatus } from '../model/layout.ts'
import { oldReadyOf } from '../old-model/old-conditions.ts'

/** A MachineSet as its MachineDeployment sees it. */
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
  /** What it says in the older model. */
  readonly old: OldSetSeen
}

export interface OldSetSeen {
  readonly readyReplicas: number
  readonly availableReplicas: number
  readonly ready: SeverityCondition | undefined
}

/** What a MachineDeployment reads of a MachineSet. */
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
      old: {
        readyReplicas: number(legacyStatus(status)['readyReplicas']) ?? 0,
        availableReplicas: number(legacyStatus(status)['availableReplicas']) ?? 0,
        ready: oldReadyOf(object),
      },
      conditions: pickConditions(object, ['ReplicaFailure']),
    }
  },
}
