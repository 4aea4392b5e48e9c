import type { Instant } from '@sitrep/conditions'
import type { Clock } from '@sitrep/status'
import type { Version } from '../../machines-of/semver.ts'
import type { ContractRef } from '../../model/references.ts'
import { longerThan, seconds } from '../../time/longer-than.ts'
import type { ControlPlaneSpec } from '../spec.ts'
import type { MachineObserved } from '../types.ts'
import { isConfigUpToDate } from './kubeadm-config.ts'

export interface Wanted {
  readonly spec: ControlPlaneSpec
  readonly version: Version
  readonly clock: Clock
  /** Nobody will make Machines from the template any more, so nothing is measured by it. */
  readonly templateIrrelevant: boolean
}

/** Many rules of one pass ask the same about the same Machine, and configurations are long. */
const known: WeakMap<Wanted, Map<MachineObserved, readonly string[]>> = new WeakMap()

/** Why a rollout would replace a Machine, a sentence each; empty when it would not. */
export function reasonsToReplace(machine: MachineObserved, wanted: Wanted): readonly string[] {
  const ofPass = known.get(wanted) ?? new Map<MachineObserved, readonly string[]>()
  known.set(wanted, ofPass)
  const reasons = ofPass.get(machine) ?? lookForReasons(machine, wanted)
  ofPass.set(machine, reasons)
  return reasons
}

function lookForReasons(machine: MachineObserved, wanted: Wanted): readonly string[] {
  const { seen } = machine
  const { spec } = wanted
  return [
    ...(expiresSoon(machine, wanted) ? ['Certificates will expire soon'] : []),
    ...(isBeforeRollout(seen.createdAt, wanted) ? ['KubeadmControlPlane spec.rolloutAfter expired'] : []),
    ...(seen.specVersion === spec.version ? [] : [`Version ${seen.specVersion}, ${spec.version} required`]),
    ...(isBootstrapOutdated(machine, wanted) ? ['KubeadmConfig is not up-to-date'] : []),
    ...(!wanted.templateIrrelevant && isFromAnotherTemplate(machine, spec.infrastructureRef)
      ? [`${seen.infrastructureRef?.kind ?? ''} is not up-to-date`]
      : []),
  ]
}

const day = 24 * 3600 * seconds

function expiresSoon({ seen }: MachineObserved, { spec, clock }: Wanted): boolean {
  if (spec.certificatesExpiryDays === 0 || seen.certificatesExpiryDate === undefined) return false
  return longerThan(clock, seen.certificatesExpiryDate, -spec.certificatesExpiryDays * day)
}

function isBeforeRollout(createdAt: Instant | undefined, { spec, clock }: Wanted): boolean {
  const after = spec.rolloutAfter
  if (after === undefined || !longerThan(clock, after, 0)) return false
  return createdAt === undefined || Date.parse(createdAt) < Date.parse(after)
}

// What is not there cannot be compared, and that alone is no reason to replace a Machine.
function isBootstrapOutdated({ config }: MachineObserved, { spec, version }: Wanted): boolean {
  if (config?.read !== true || config.item === undefined) return false
  return !isConfigUpToDate(config.item, spec.kubeadmConfigSpec, version)
}

/** Whether an infrastructure object says which template it was made from. */
export function isCloned({ infrastructure }: MachineObserved): boolean {
  const from = infrastructure.read ? infrastructure.item?.object : undefined
  return from?.name !== undefined && from.groupKind !== undefined
}

function isFromAnotherTemplate(machine: MachineObserved, wanted: ContractRef | undefined): boolean {
  const { infrastructure } = machine
  if (!isCloned(machine) || !infrastructure.read || wanted === undefined) return false
  const from = infrastructure.item?.object
  return from?.name !== wanted.name || from.groupKind !== `${wanted.kind}.${wanted.group}`
}
