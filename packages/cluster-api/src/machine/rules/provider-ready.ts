import { type ConditionState, hasCondition, type ReportWords, type SetDecision } from '@sitrep/conditions'
import type { ObjectRef, Reading } from '@sitrep/status'
import { type ContractRef, refIn } from '../../model/references.ts'
import type { Contract } from '../../provider-object/contract.ts'
import { mirrorProvider } from '../../provider-object/mirror.ts'
import type { Spoken } from '../../provider-object/read.ts'
import type { ProviderSeen } from '../observe/provider-seen.ts'

/** A provider's object that was found, and where. */
export interface FoundObject {
  readonly ref: ObjectRef
  readonly contract: Contract
  readonly seen: ProviderSeen
}

/** A provider's object, if it was found. */
export function foundObject(
  from: ObjectRef,
  ref: ContractRef | undefined,
  reading: Reading<Spoken<ProviderSeen>> | undefined,
): FoundObject | undefined {
  if (ref === undefined || reading?.read !== true || reading.item === undefined) return undefined
  const { contract, object } = reading.item
  return { ref: refIn(from.namespace, ref), contract, seen: object }
}

/** Whether an object says whether it is Ready, or says it in a form that nobody can read. */
export function saysWhetherReady(object: FoundObject | undefined): boolean {
  if (object === undefined) return false
  const { conditions } = object.seen
  return !conditions.valid || hasCondition(conditions.conditions, 'Ready')
}

/** Says on the Machine what the object says of itself. */
export function mirrorReady(object: FoundObject | undefined, target: string): ConditionState | SetDecision {
  if (object === undefined) throw new TypeError('there is no object to mirror')
  const { ref, seen } = object
  return mirrorProvider({
    source: { ref, conditions: seen.conditions },
    type: 'Ready',
    target,
    reasonWhenTrue: 'Ready',
  })
}

export const mirroredWords: ReportWords = {
  message: 'what the object says; what is wrong with its conditions where they are malformed',
}
