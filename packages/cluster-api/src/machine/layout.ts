import { compact, type Fields, fields } from '../model/fields.ts'
import type { MachineOutcome } from './outcome.ts'

/** What both languages write in the same place. */
export function currentFields({ facts, conditions }: MachineOutcome): Fields {
  const { observed, infrastructure, certificates, deletion, node, nodeName, machine } = facts
  const { previous } = observed
  const times = deletion?.times ?? previous.deletion
  return {
    conditions,
    nodeRef: nodeName === undefined ? undefined : { name: nodeName },
    nodeInfo: node.node === 'found' ? node.seen.nodeInfo : previous.nodeInfo,
    addresses: infrastructure.addresses,
    failureDomain: infrastructure.failureDomain,
    certificatesExpiryDate: certificates.expiryDate,
    deletion: Object.keys(times).length === 0 ? undefined : times,
    // A pass that met an obstacle has not looked at everything that this generation is about.
    observedGeneration: facts.failed ? previous.observedGeneration : machine.generation,
  }
}

/** As released in v1beta2: the phase at the top, the rest of the older API under `deprecated.v1beta1`. */
export function writeReleased(outcome: MachineOutcome): Fields {
  const { facts, legacy } = outcome
  const { phase, lastUpdated, ...rest } = legacy
  const v1beta1 = filled({
    ...rest,
    conditions: legacy.conditions.length === 0 ? undefined : legacy.conditions,
  })
  return compact<Fields>({
    ...facts.observed.previousStatus,
    ...currentFields(outcome),
    // An explicit `false` is somebody's word and stays; only `true` is ours to add.
    initialization: filled({
      ...fields(facts.observed.previousStatus['initialization']),
      ...(facts.bootstrap.dataSecretCreated && { bootstrapDataSecretCreated: true }),
      ...(facts.infrastructure.provisioned && { infrastructureProvisioned: true }),
      bootstrapSecretCreated: undefined,
    }),
    phase,
    lastUpdated,
    deprecated: v1beta1 && { v1beta1 },
    backCompatibility: undefined,
  })
}

/** As the document lays out its second stage: everything of the older API under `backCompatibility`. */
export function writeProposal(outcome: MachineOutcome): Fields {
  const { facts, legacy } = outcome
  return compact<Fields>({
    ...facts.observed.previousStatus,
    ...currentFields(outcome),
    initialization: filled({
      bootstrapSecretCreated: facts.bootstrap.dataSecretCreated || undefined,
      infrastructureProvisioned: facts.infrastructure.provisioned || undefined,
    }),
    backCompatibility: filled({
      ...legacy,
      conditions: legacy.conditions.length === 0 ? undefined : legacy.conditions,
    }),
    phase: undefined,
    lastUpdated: undefined,
    deprecated: undefined,
  })
}

/** Nothing instead of an empty group. */
function filled(group: Fields): Fields | undefined {
  const present = compact<Fields>(group)
  return Object.keys(present).length === 0 ? undefined : present
}
