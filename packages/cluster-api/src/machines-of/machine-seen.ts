import type { Condition, ConditionedObject, Instant } from '@sitrep/conditions'
import { type KubeObject, type OwnerReference, text, type View } from '@sitrep/status'
import { type DeletionProgress, deletionProgress } from '../deletion-delay/deletion-progress.ts'
import { annotations, machineKind } from '../kinds.ts'

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

const quotedTypes: ReadonlySet<unknown> = new Set([
  'Ready',
  'Available',
  'UpToDate',
  'HealthCheckSucceeded',
  'OwnerRemediated',
])

const noLabels: MachineSeen['labels'] = Object.freeze({})
const noOwners: MachineSeen['owners'] = Object.freeze([])

/** The fields that are read, should they be there and what they are supposed to be. */
interface MachineParts {
  readonly spec?: { readonly version?: unknown } | null
  readonly status?: {
    readonly conditions?: unknown
    readonly nodeInfo?: { readonly kubeletVersion?: unknown } | null
    readonly nodeRef?: { readonly name?: unknown } | null
  } | null
}

/** What sets, deployments, pools, control planes and clusters read of a Machine. It is read more often than anything else. */
export const machineSeen: View<MachineSeen> = {
  name: 'machineSeen',
  of: (object) => {
    const { metadata } = object
    const { spec, status } = object as MachineParts
    const own = metadata.annotations
    return {
      group: machineKind.group,
      kind: object.kind,
      namespace: metadata.namespace ?? '',
      name: metadata.name,
      labels: metadata.labels ?? noLabels,
      conditions: quotedConditions(status?.conditions),
      owners: metadata.ownerReferences ?? noOwners,
      generation: metadata.generation,
      createdAt: metadata.creationTimestamp,
      deletion: deletionProgress(object),
      version: text(status?.nodeInfo?.kubeletVersion) ?? text(spec?.version),
      nodeName: text(status?.nodeRef?.name),
      updatingInPlace: own !== undefined && isUpdatingInPlace(own),
      moving: own !== undefined && Object.hasOwn(own, annotations.pendingAcknowledgeMove),
    }
  },
}

function quotedConditions(list: unknown): readonly Condition[] {
  if (!Array.isArray(list)) return []
  const quoted: Condition[] = []
  for (const condition of list) if (quotedTypes.has(condition?.type)) quoted.push(condition)
  return quoted
}

function isUpdatingInPlace(own: NonNullable<KubeObject['metadata']['annotations']>): boolean {
  if (Object.hasOwn(own, annotations.updateInProgress)) return true
  return own[annotations.pendingHooks]?.split(',').includes('UpdateMachine') ?? false
}

/** The uid of the object that controls a Machine; nothing for an orphan. */
export function controllerOf({ owners }: Pick<MachineSeen, 'owners'>): string | undefined {
  for (const owner of owners) if (owner.controller === true) return owner.uid
  return undefined
}
