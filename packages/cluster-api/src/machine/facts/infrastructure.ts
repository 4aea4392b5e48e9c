import type { Fields } from '@sitrep/status'
import { type Field, understood } from '../../provider-object/field.ts'
import type { InfrastructureForMachine, MachineObserved } from '../types.ts'

/** What one pass over the infrastructure object of a Machine brings. */
export interface InfrastructureStep {
  readonly object: 'found' | 'missing' | 'unreadable'
  readonly provisioned: boolean
  /** The id by which the Node is found; empty while nobody knows it. */
  readonly providerID: string
  readonly addresses: readonly unknown[] | undefined
  readonly failureDomain: string | undefined
  readonly failed: boolean
}

/** A machine is provisioned once the provider says so and gives its id; that is never taken back. */
export function infrastructureStep(observed: MachineObserved): InfrastructureStep {
  const { machine, previous, infrastructure } = observed
  const before = {
    provisioned: previous.infrastructureProvisioned,
    providerID: machine.spec.providerID,
    addresses: previous.addresses,
    failureDomain: previous.failureDomain,
  }
  if (!infrastructure.read) return { ...before, object: 'unreadable', failed: true }
  if (infrastructure.item === undefined) {
    const lost = previous.infrastructureProvisioned && machine.deletionTimestamp === undefined
    return { ...before, object: 'missing', failed: lost }
  }
  const { contract, object } = infrastructure.item
  const done = object.done[contract]
  if (done === 'malformed') return { ...before, object: 'found', failed: true }
  if (object.deleting || (done !== true && !previous.infrastructureProvisioned)) {
    return { ...before, object: 'found', failed: false }
  }
  return takeOver(object, before)
}

// The fields are taken over one after the other; the first that cannot be understood ends it.
function takeOver(
  object: InfrastructureForMachine,
  before: Omit<InfrastructureStep, 'object' | 'failed'>,
): InfrastructureStep {
  const { providerID, addresses, specFailureDomain, failureDomain } = object
  const found = { ...before, object: 'found' } as const
  if (providerID === 'malformed') return { ...found, failed: true }
  if (!providerID?.text) return { ...found, failed: false }
  if (!isAddressList(addresses)) return { ...found, failed: true }
  const taken = { ...found, addresses: understood(addresses) ?? before.addresses }
  if (specFailureDomain === 'malformed' || failureDomain === 'malformed') return { ...taken, failed: true }
  return {
    ...taken,
    failureDomain: failureDomain === undefined ? before.failureDomain : failureDomain.text || undefined,
    providerID: providerID.text,
    provisioned: true,
    failed: false,
  }
}

function isAddressList(field: Field<readonly unknown[]>): boolean {
  if (field === undefined) return true
  if (field === 'malformed') return false
  return field.every((entry) => {
    if (entry === null) return true
    if (typeof entry !== 'object' || Array.isArray(entry)) return false
    const { type, address } = entry as Fields
    return (
      (type === undefined || typeof type === 'string') &&
      (address === undefined || typeof address === 'string')
    )
  })
}
