import type { Instant } from '@sitrep/conditions'
import type { KubeObject } from '@sitrep/status'
import { at, list, number, text } from '../model/fields.ts'
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

/** Reads the spec of a Machine, whatever is there. */
export function machineSpec({ spec }: KubeObject): MachineSpec {
  const words = (...path: readonly string[]): string => text(at(spec, ...path)) ?? ''
  return {
    clusterName: words('clusterName'),
    version: words('version'),
    providerID: words('providerID'),
    failureDomain: words('failureDomain'),
    configRef: contractRef(at(spec, 'bootstrap', 'configRef')),
    dataSecretName: text(at(spec, 'bootstrap', 'dataSecretName')),
    infrastructureRef: contractRef(at(spec, 'infrastructureRef')),
    minReadySeconds: number(at(spec, 'minReadySeconds')) ?? 0,
    readinessGates: list(at(spec, 'readinessGates')).flatMap(readinessGate),
    timeouts: {
      drain: timeout(spec, 'nodeDrainTimeout'),
      volumeDetach: timeout(spec, 'nodeVolumeDetachTimeout'),
      nodeDeletion: timeout(spec, 'nodeDeletionTimeout'),
    },
  }
}

function readinessGate(gate: unknown): readonly ReadinessGate[] {
  const type = text(at(gate, 'conditionType'))
  return type === undefined ? [] : [{ type, negative: at(gate, 'polarity') === 'Negative' }]
}

// v1beta2 says `deletion.<name>Seconds`, v1beta1 a duration in `<name>`.
function timeout(spec: unknown, name: string): number {
  return number(at(spec, 'deletion', `${name}Seconds`)) ?? parseDuration(text(at(spec, name)) ?? '')
}

/** The times at which the stages of a deletion began. */
export interface DeletionTimes {
  readonly waitForPreDrainHookStartTime?: Instant
  readonly nodeDrainStartTime?: Instant
  readonly waitForNodeVolumeDetachStartTime?: Instant
  readonly waitForPreTerminateHookStartTime?: Instant
}
