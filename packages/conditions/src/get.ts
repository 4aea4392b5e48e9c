import type { Condition, Instant } from './condition.ts'

/** A list of conditions as an object may carry it. */
export type MaybeConditions = readonly Condition[] | null | undefined

/** The first condition of a type, where a list holds several. */
export function getCondition(list: MaybeConditions, type: string): Condition | undefined {
  if (!list) return undefined
  for (let i = 0; i < list.length; i++) {
    const condition = list[i]
    if (condition?.type === type) return condition
  }
  return undefined
}

/** Whether there is any condition of the type. */
export function hasCondition(list: MaybeConditions, type: string): boolean {
  return getCondition(list, type) !== undefined
}

/** Whether the condition says True; one that is missing does not. */
export function isTrue(list: MaybeConditions, type: string): boolean {
  return getCondition(list, type)?.status === 'True'
}

/** Whether the condition says False; one that is missing does not. */
export function isFalse(list: MaybeConditions, type: string): boolean {
  return getCondition(list, type)?.status === 'False'
}

/** Whether the condition says Unknown, or nothing because it is missing. A status outside the three is not unknown. */
export function isUnknown(list: MaybeConditions, type: string): boolean {
  const condition = getCondition(list, type)
  return condition === undefined || condition.status === 'Unknown'
}

/** The reason of a condition, empty when it is missing. */
export function getReason(list: MaybeConditions, type: string): string {
  return getCondition(list, type)?.reason ?? ''
}

/** The message of a condition, empty when it is missing. */
export function getMessage(list: MaybeConditions, type: string): string {
  return getCondition(list, type)?.message ?? ''
}

/** When the condition last changed its status, if it is there and says so. */
export function getLastTransitionTime(list: MaybeConditions, type: string): Instant | undefined {
  return getCondition(list, type)?.lastTransitionTime
}
