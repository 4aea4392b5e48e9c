import type { Condition } from '@sitrep/conditions'
import type { StatusChange } from '@sitrep/engine'
import type { ObjectRef } from '@sitrep/status'

/** One condition of one object that changed its status or its reason. */
export interface Transition {
  readonly ref: ObjectRef
  readonly type: string
  /** Absent: there was no such condition before. */
  readonly from?: string
  /** Absent: there is no such condition any more. */
  readonly to?: string
  readonly reason: string
  readonly message: string
}

/** What a change of status amounts to, condition by condition. A new message alone is no transition. */
export function transitionsOf({ ref, before, status, conditions }: StatusChange): readonly Transition[] {
  const earlier = listIn(before)
  const transitions = transitionsBetween(ref, earlier, conditions)
  if (status === undefined) return transitions
  const present = new Set(conditions.map(({ type }) => type))
  const lost = earlier
    .filter(({ type }) => !present.has(type))
    .map(({ type, status: from }) => ({ ref, type, from, reason: '', message: '' }))
  return lost.length === 0 ? transitions : [...transitions, ...lost]
}

/** The conditions that are new or differ in status or reason. */
export function transitionsBetween(
  ref: ObjectRef,
  before: readonly Condition[],
  after: readonly Condition[],
): readonly Transition[] {
  const earlier = new Map(before.map((condition) => [condition.type, condition]))
  const transitions: Transition[] = []
  // Conditions of the older model leave out a reason or message that is empty.
  for (const { type, status: to, reason = '', message = '' } of after) {
    const old = earlier.get(type)
    if (old?.status === to && (old.reason ?? '') === reason) continue
    transitions.push({ ref, type, ...(old && { from: old.status }), to, reason, message })
  }
  return transitions
}

function listIn(status: Readonly<Record<string, unknown>> | undefined): readonly Condition[] {
  const conditions = status?.conditions
  return Array.isArray(conditions) ? conditions : []
}
