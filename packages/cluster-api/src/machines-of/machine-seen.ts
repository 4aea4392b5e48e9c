import type { Condition, ConditionedObject, Instant } from '@sitrep/conditions'
import { groupOf, type KubeObject, type OwnerReference, type View } from '@sitrep/status'
import { type DeletionProgress, deletionProgress } from '../deletion-delay/deletion-progress.ts'
import { annotations } from '../kinds.ts'
import { pickConditions } from '../model/conditions.ts'
import { at, text } from '../model/fields.ts'

/** A Machine as whoever owns or counts it sees it. */
export interface MachineSeen extends ConditionedObject {
  readonly group: string
  readonly kind: string
  readonly namespace: string
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  /** Of all its conditions only those that are counted, aggregated or quoted. */
  readonly conditions: readonly Condition[]
  readonly owners: readonly OwnerReference[]
  readonly generation: number | undefined
  readonly createdAt: Instant | undefined
  /** Only while it is being deleted. */
  readonly deletion: DeletionProgress | undefined
  /** The version that it runs, else the one that it is to run. */
  readonly version: string | undefined
  readonly nodeName: string | undefined
  /** An in-place update is starting, under way or ending. */
  readonly updatingInPlace: boolean
  /** Handed over by another MachineSet, and the MachineDeployment has not acknowledged it. */
  readonly moving: boolean
}

const quotedTypes = ['Ready', 'Available', 'UpToDate', 'HealthCheckSucceeded', 'OwnerRemediated']

const noLabels: MachineSeen['labels'] = Object.freeze({})
const noOwners: MachineSeen['owners'] = Object.freeze([])

/** What sets, deployments, pools, control planes and clusters read of a Machine. */
export const machineSeen: View<MachineSeen> = {
  name: 'machineSeen',
  of: (object) => {
    const { metadata, spec, status } = object
    const own = metadata.annotations
    return {
      group: groupOf(object.apiVersion),
      kind: object.kind,
      namespace: metadata.namespace ?? '',
      name: metadata.name,
      labels: metadata.labels ?? noLabels,
      conditions: pickConditions(object, quotedTypes),
      owners: metadata.ownerReferences ?? noOwners,
      generation: metadata.generation,
      createdAt: metadata.creationTimestamp,
      deletion: deletionProgress(object),
      version: text(at(status, 'nodeInfo', 'kubeletVersion')) ?? text(at(spec, 'version')),
      nodeName: text(at(status, 'nodeRef', 'name')),
      updatingInPlace: isUpdatingInPlace(own),
      moving: own !== undefined && Object.hasOwn(own, annotations.pendingAcknowledgeMove),
    }
  },
}

function isUpdatingInPlace(own: KubeObject['metadata']['annotations']): boolean {
  if (own === undefined) return false
  if (Object.hasOwn(own, annotations.updateInProgress)) return true
  return (own[annotations.pendingHooks] ?? '').split(',').includes('UpdateMachine')
}

/** The uid of the object that controls a Machine; nothing for an orphan. */
export function controllerOf({ owners }: Pick<MachineSeen, 'owners'>): string | undefined {
  return owners.find((owner) => owner.controller === true)?.uid
}
