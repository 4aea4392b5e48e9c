import type { Instant } from '@sitrep/conditions'
import { at, type Fields, type KubeObject, number, text } from '@sitrep/status'
import { type ContractRef, contractRef } from '../model/references.ts'
import { parseDuration } from '../time/duration.ts'

/** A condition of somebody else that must be good before the Machine is Ready. */
export interface ReadinessGate {
  readonly type: string
  readonly negative: boolean
}

/** What is wanted of a Machine, as far as its status depends on it. */
export interface MachineSpec {
  readonly clusterName: string
  readonly version: string
  readonly providerID: string
  readonly failureDomain: string
  readonly configRef: ContractRef | undefined
  readonly dataSecretName: string | undefined
  readonly infrastructureRef: ContractRef | undefined
  readonly minReadySeconds: number
  readonly readinessGates: readonly ReadinessGate[]
  /** Seconds; none or zero is no limit. */
  readonly timeouts: MachineTimeouts
}

export interface MachineTimeouts {
  readonly drain: number
  readonly volumeDetach: number
  readonly nodeDeletion: number
}

/** The fields that are read, should they be there and what they are supposed to be. */
interface SpecParts {
  readonly clusterName?: unknown
  readonly version?: unknown
  readonly providerID?: unknown
  readonly failureDomain?: unknown
  readonly bootstrap?: { readonly configRef?: unknown; readonly dataSecretName?: unknown } | null
  readonly infrastructureRef?: unknown
  readonly minReadySeconds?: unknown
  readonly readinessGates?: unknown
  readonly deletion?: Fields | null
}

const noGates: readonly ReadinessGate[] = Object.freeze([])
const noTimeouts: MachineTimeouts = Object.freeze({ drain: 0, volumeDetach: 0, nodeDeletion: 0 })

/** Reads the spec of a Machine, whatever is there. */
export function machineSpec(object: KubeObject): MachineSpec {
  const spec = (object.spec ?? {}) as SpecParts
  const { readinessGates } = spec
  return {
    clusterName: text(spec.clusterName) ?? '',
    version: text(spec.version) ?? '',
    providerID: text(spec.providerID) ?? '',
    failureDomain: text(spec.failureDomain) ?? '',
    configRef: contractRef(spec.bootstrap?.configRef),
    dataSecretName: text(spec.bootstrap?.dataSecretName),
    infrastructureRef: contractRef(spec.infrastructureRef),
    minReadySeconds: number(spec.minReadySeconds) ?? 0,
    readinessGates: Array.isArray(readinessGates) ? readinessGates.flatMap(readinessGate) : noGates,
    timeouts: timeoutsOf(object, spec.deletion),
  }
}

function readinessGate(gate: unknown): readonly ReadinessGate[] {
  const type = text(at(gate, 'conditionType'))
  return type === undefined ? [] : [{ type, negative: at(gate, 'polarity') === 'Negative' }]
}

// v1beta2 says `deletion.<name>Seconds`, v1beta1 a duration in `<name>`. They matter only to a Machine on its way out.
function timeoutsOf({ metadata, spec }: KubeObject, deletion: Fields | null | undefined): MachineTimeouts {
  if (metadata.deletionTimestamp === undefined) return noTimeouts
  const timeout = (name: string): number =>
    number(at(deletion, `${name}Seconds`)) ?? parseDuration(text(at(spec, name)) ?? '')
  return {
    drain: timeout('nodeDrainTimeout'),
    volumeDetach: timeout('nodeVolumeDetachTimeout'),
    nodeDeletion: timeout('nodeDeletionTimeout'),
  }
}

/** The times at which the stages of a deletion began. */
export interface DeletionTimes {
  readonly waitForPreDrainHookStartTime?: Instant
  readonly nodeDrainStartTime?: Instant
  readonly waitForNodeVolumeDetachStartTime?: Instant
  readonly waitForPreTerminateHookStartTime?: Instant
}
