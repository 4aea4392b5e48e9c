import type { Condition } from '@sitrep/conditions'
import type { StatusChange } from '@sitrep/engine'
import {
  type AddressedCondition,
  addressedConditions,
  formatAddress,
  type KubeObject,
  type ObjectRef,
} from '@sitrep/status'

/** One condition of one object that changed its status or its reason. */
export interface Transition {
  readonly ref: ObjectRef
  /** Its address, as it is written. */
  readonly type: string
  /** Absent: there was no such condition before. */
  readonly from?: string
  /** Absent: there is no such condition any more. */
  readonly to?: string
  readonly reason: string
  readonly message: string
}

/** What a change of status amounts to, condition by condition. A new message alone is no transition. */
export function transitionsOf({ ref, before, status, lists }: StatusChange): readonly Transition[] {
  const earlier = addressedConditions(inStatus(ref, before), lists)
  const later = addressedConditions(inStatus(ref, status), lists)
  const transitions = transitionsBetween(ref, earlier, later)
  if (status === undefined) return transitions
  const present = new Set(later.map(formatAddress))
  const lost = earlier
    .filter((address) => !present.has(formatAddress(address)))
    .map((address) => ({
      ref,
      type: formatAddress(address),
      from: address.condition.status,
      reason: '',
      message: '',
    }))
  return lost.length === 0 ? transitions : [...transitions, ...lost]
}

/** A status with as much of its object as entries go by: references leave the namespace of their object out. */
export const inStatus = ({ kind, namespace, name }: ObjectRef, status: unknown): KubeObject => ({
  apiVersion: '',
  kind,
  metadata: { name, ...(namespace !== undefined && { namespace }) },
  status,
})

/** The conditions that are new or differ in status or reason. */
export function transitionsBetween(
  ref: ObjectRef,
  before: readonly AddressedCondition[],
  after: readonly AddressedCondition[],
): readonly Transition[] {
  const earlier = new Map<string, Condition>(before.map((each) => [formatAddress(each), each.condition]))
  const transitions: Transition[] = []
  for (const address of after) {
    // Conditions of the older model leave out a reason or message that is empty.
    const { status: to, reason = '', message = '' } = address.condition
    const type = formatAddress(address)
    const old = earlier.get(type)
    if (old?.status === to && (old.reason ?? '') === reason) continue
    transitions.push({ ref, type, ...(old && { from: old.status }), to, reason, message })
  }
  return transitions
}
