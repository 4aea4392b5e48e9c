import type { Condition } from '@sitrep/conditions'
import { at, type KubeObject } from '@sitrep/status'

/** The conditions of one of our own kinds, in the one layout; entries that are no conditions are passed over. */
export function conditionsOf(object: Pick<KubeObject, 'status'>): readonly Condition[] {
  return conditionList(at(object.status, 'conditions'))
}

const none: readonly Condition[] = Object.freeze([])

/** A list of conditions out of foreign data. The very list where there is nothing to leave out. */
export function conditionList(value: unknown): readonly Condition[] {
  if (!Array.isArray(value)) return none
  const entries: readonly unknown[] = value
  return entries.every(isCondition)
    ? (entries as readonly Condition[])
    : (entries.filter(isCondition) as Condition[])
}

function isCondition(entry: unknown): boolean {
  const { type, status } = (entry ?? {}) as Partial<Condition>
  return typeof type === 'string' && typeof status === 'string'
}

/** Only these types, in the order in which they stand. */
export function pickConditions(
  object: Pick<KubeObject, 'status'>,
  types: readonly string[],
): readonly Condition[] {
  return conditionsOf(object).filter(({ type }) => types.includes(type))
}
