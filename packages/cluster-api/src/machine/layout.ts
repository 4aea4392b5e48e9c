import { type Fields, fields } from '@sitrep/status'
import { nodeTexts } from '../crds/named-schemas.ts'
import { allOrNone } from '../old-model/layout.ts'
import { unlessEmpty } from '../pass/computed.ts'
import type { MachineOutcome } from './language.ts'

type Writable = Record<string, unknown>

// This is done for every Machine in every pass: the status is filled field by field rather than made and made again.
function set(target: Writable, name: string, value: unknown): void {
  if (value !== undefined) target[name] = value
  else if (name in target) delete target[name]
}

const noNodeInfo: Fields = Object.fromEntries(nodeTexts.map((name) => [name, '']))

/** Nearly every Node says all of it; what it does not say is said to be empty, for without it the rest would be refused. */
function wholeNodeInfo(said: Fields | undefined): Fields | undefined {
  if (said === undefined || nodeTexts.every((name) => said[name] !== undefined)) return said
  return { ...noNodeInfo, ...said }
}

/** What was there before, with what both languages write in the same place. */
function started({ facts, conditions }: MachineOutcome): Writable {
  const { observed, infrastructure, certificates, deletion, node, nodeName, machine } = facts
  const { previous } = observed
  const times = deletion?.times ?? previous.deletion
  const status: Writable = { ...observed.previousStatus, conditions }
  set(status, 'nodeRef', nodeName === undefined ? undefined : { name: nodeName })
  set(status, 'nodeInfo', node.node === 'found' ? wholeNodeInfo(node.seen.nodeInfo) : previous.nodeInfo)
  set(status, 'addresses', unlessEmpty(infrastructure.addresses))
  set(status, 'failureDomain', infrastructure.failureDomain)
  set(status, 'certificatesExpiryDate', certificates.expiryDate)
  set(status, 'deletion', unlessEmpty(times))
  // A pass that met an obstacle has not looked at everything that this generation is about.
  set(status, 'observedGeneration', facts.failed ? previous.observedGeneration : machine.generation)
  return status
}

/** As released in v1beta2: the phase at the top, the rest of the older API under `deprecated.v1beta1`. */
export function writeReleased(outcome: MachineOutcome): Fields {
  const { facts, old } = outcome
  const status = started(outcome)
  // An explicit `false` is somebody's word and stays; only `true` is ours to add.
  const initialization: Writable = { ...fields(facts.observed.previousStatus['initialization']) }
  if (facts.bootstrap.dataSecretCreated) initialization['bootstrapDataSecretCreated'] = true
  if (facts.infrastructure.provisioned) initialization['infrastructureProvisioned'] = true
  set(initialization, 'bootstrapSecretCreated', undefined)
  set(status, 'initialization', unlessEmpty(initialization))
  set(status, 'phase', old.phase)
  set(status, 'lastUpdated', old.lastUpdated)
  const v1beta1 = unlessEmpty(oldFields(outcome))
  set(status, 'deprecated', v1beta1 && { v1beta1 })
  set(status, 'backCompatibility', undefined)
  return status
}

/** As the document lays out its second stage: everything of the older API under `backCompatibility`. */
export function writeProposal(outcome: MachineOutcome): Fields {
  const { facts, old } = outcome
  const status = started(outcome)
  const initialization = allOrNone({
    bootstrapSecretCreated: facts.bootstrap.dataSecretCreated,
    infrastructureProvisioned: facts.infrastructure.provisioned,
  })
  set(status, 'initialization', initialization)
  const group = oldFields(outcome)
  set(group, 'phase', old.phase)
  set(group, 'lastUpdated', old.lastUpdated)
  set(status, 'backCompatibility', unlessEmpty(group))
  for (const name of ['phase', 'lastUpdated', 'deprecated']) set(status, name, undefined)
  return status
}

function oldFields({ old }: MachineOutcome): Writable {
  const group: Writable = {}
  set(group, 'failureReason', old.failureReason)
  set(group, 'failureMessage', old.failureMessage)
  if (old.conditions.length > 0) group['conditions'] = old.conditions
  return group
}
