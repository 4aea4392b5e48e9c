import { at, type Fields, type KubeObject, number, text } from '@sitrep/status'
import { contractRef } from '../../model/references.ts'
import { parseDuration } from '../../time/duration.ts'
import type { MachineSpec, MachineTimeouts, ReadinessGate } from '../types.ts'

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
    minReadySeconds: number(spec.minReadySeconds),
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
