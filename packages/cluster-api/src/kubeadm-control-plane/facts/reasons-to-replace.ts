import type { Instant } from '@sitrep/conditions'
import type { ContractRef } from '../../model/references.ts'
import { longerThan, seconds } from '../../time/longer-than.ts'
import type { MachineObserved } from '../types.ts'
import { isConfigUpToDate } from './kubeadm-config.ts'
import type { PassFacts } from './pass.ts'

/** Many rules of one pass ask the same about the same Machine, and configurations are long. */
const known: WeakMap<PassFacts, Map<MachineObserved, readonly string[]>> = new WeakMap()

/** Why a rollout would replace a Machine, a sentence each; empty when it would not. */
export function reasonsToReplace(machine: MachineObserved, pass: PassFacts): readonly string[] {
  const ofPass = known.get(pass) ?? new Map<MachineObserved, readonly string[]>()
  known.set(pass, ofPass)
  const reasons = ofPass.get(machine) ?? lookForReasons(machine, pass)
  ofPass.set(machine, reasons)
  return reasons
}

function lookForReasons(machine: MachineObserved, pass: PassFacts): readonly string[] {
  const [{ seen }, { spec }] = [machine, pass]
  return [
    ...(expiresSoon(machine, pass) ? ['Certificates will expire soon'] : []),
    ...(isBeforeRollout(seen.createdAt, pass) ? ['KubeadmControlPlane spec.rolloutAfter expired'] : []),
    ...(seen.specVersion === spec.version ? [] : [`Version ${seen.specVersion}, ${spec.version} required`]),
    ...(isBootstrapOutdated(machine, pass) ? ['KubeadmConfig is not up-to-date'] : []),
    ...(!pass.templateIrrelevant && isFromAnotherTemplate(machine, spec.infrastructureRef)
      ? [`${seen.infrastructureRef?.kind ?? ''} is not up-to-date`]
      : []),
  ]
}

const day = 24 * 3600 * seconds

function expiresSoon({ seen }: MachineObserved, { spec, clock }: PassFacts): boolean {
  if (spec.certificatesExpiryDays === 0 || seen.certificatesExpiryDate === undefined) return false
  return longerThan(clock, seen.certificatesExpiryDate, -spec.certificatesExpiryDays * day)
}

function isBeforeRollout(createdAt: Instant | undefined, { spec, clock }: PassFacts): boolean {
  const after = spec.rolloutAfter
  if (after === undefined || !longerThan(clock, after, 0)) return false
  return createdAt === undefined || Date.parse(createdAt) < Date.parse(after)
}

// What is not there cannot be compared, and that alone is no reason to replace a Machine.
function isBootstrapOutdated({ config }: MachineObserved, { spec, version }: PassFacts): boolean {
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
