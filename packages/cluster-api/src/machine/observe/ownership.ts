import { groupOf, type Reading, unreadable } from '@sitrep/status'
import { coreGroup, labels, machineKind, machineSetKind } from '../../kinds.ts'
import type { Spoken } from '../../provider-object/read.ts'
import type { MachineObserved } from '../types.ts'
import type { ProviderSeen } from './provider-seen.ts'

type Owner = Pick<MachineObserved, 'machine' | 'cluster'>

/** A provider's object that a Machine cannot make its own is as good as unreadable: nothing in it is about this Machine. */
export function ownObject<Seen extends ProviderSeen>(
  reading: Reading<Spoken<Seen>>,
  owner: Owner,
): Reading<Spoken<Seen>> {
  if (!reading.read || reading.item === undefined) return reading
  const { object } = reading.item
  if (object.failureReason === 'malformed' || object.failureMessage === 'malformed') {
    return unreadable('its failure cannot be understood')
  }
  return isControlledByAnother(owner, object) ? unreadable('it belongs to another object') : reading
}

// Whoever created object and Machine together does not count: it hands the object over.
function isControlledByAnother({ machine, cluster }: Owner, { owners }: ProviderSeen): boolean {
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
