import { found, missing, type ObjectRef, type Reading, type View, type World } from '@sitrep/status'
import { type Contract, readContract } from './contract.ts'

/** A provider's object and the contract by which its fields are to be understood. */
export interface Spoken<Value> {
  readonly contract: Contract
  readonly object: Value
}

/** Reads an object of a provider. Where its contract is not known the object cannot be read, although it may be there. */
export function readProviderObject<Value>(
  world: World,
  ref: ObjectRef,
  view: View<Value>,
): Reading<Spoken<Value>> {
  const contract = readContract(world, ref)
  if (!contract.read) return contract
  const object = world.get(ref, view)
  if (!object.read) return object
  if (object.item === undefined || contract.item === undefined) return missing
  return found({ contract: contract.item, object: object.item })
}
