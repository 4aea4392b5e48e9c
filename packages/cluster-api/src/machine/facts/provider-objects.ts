import { groupOf, type ObjectRef, type Reading, unreadable } from '@sitrep/status'
import { coreGroup, labels, machineKind, machineSetKind } from '../../kinds.ts'
import { type ContractRef, refIn } from '../../model/references.ts'
import type { Contract, Spoken } from '../../provider-object/contract.ts'
import type { MachineObserved, ProviderForMachine } from '../types.ts'

/** A provider's object that was found, and where. */
export interface FoundObject {
  readonly ref: ObjectRef
  readonly contract: Contract
  readonly seen: ProviderForMachine
}

/** A provider's object, if it was found. */
export function foundObject(
  from: ObjectRef,
  ref: ContractRef | undefined,
  reading: Reading<Spoken<ProviderForMachine>> | undefined,
): FoundObject | undefined {
  if (ref === undefined || reading?.read !== true || reading.item === undefined) return undefined
  const { contract, object } = reading.item
  return { ref: refIn(from.namespace, ref), contract, seen: object }
}

/** The observation in which only objects count that the Machine can make its own; the same one where all are. */
export function withOwnObjects(observed: MachineObserved): MachineObserved {
  const bootstrap = observed.bootstrap && ownObject(observed, observed.bootstrap)
  const infrastructure = ownObject(observed, observed.infrastructure)
  const all = bootstrap === observed.bootstrap && infrastructure === observed.infrastructure
  return all ? observed : { ...observed, bootstrap, infrastructure }
}

/** A provider's object that a Machine cannot make its own is as good as unreadable: nothing in it is about this Machine. */
function ownObject<Seen extends ProviderForMachine>(
  observed: MachineObserved,
  reading: Reading<Spoken<Seen>>,
): Reading<Spoken<Seen>> {
  if (!reading.read || reading.item === undefined) return reading
  const { object } = reading.item
  if (object.failureReason === 'malformed' || object.failureMessage === 'malformed') {
    return unreadable('its failure cannot be understood')
  }
  return isControlledByAnother(observed, object) ? unreadable('it belongs to another object') : reading
}

// Whoever created object and Machine together does not count: it hands the object over.
function isControlledByAnother(
  { machine, cluster }: MachineObserved,
  { owners }: ProviderForMachine,
): boolean {
  const ref = cluster.read ? cluster.item?.controlPlaneRef : undefined
  const controlPlane = Object.hasOwn(machine.labels, labels.controlPlane) ? ref : undefined
  return owners.some(({ apiVersion = '', kind, name, controller }) => {
    if (controller !== true) return false
    const group = groupOf(apiVersion)
    if (group === coreGroup && kind === machineSetKind.kind) return false
    if (group === controlPlane?.group && kind === controlPlane.kind) return false
    return group !== coreGroup || kind !== machineKind.kind || name !== machine.ref.name
  })
}
