import type { Instant } from './condition.ts'
import type { MaybeList } from './list.ts'
import type { AnyCondition } from './severity/condition.ts'

/** The first condition of a type, where a list holds several. What is no list holds none. */
export function getCondition<Item extends AnyCondition>(
  list: MaybeList<Item>,
  type: string,
): Item | undefined {
  if (!Array.isArray(list)) return undefined
  for (let i = 0; i < list.length; i++) {
    const condition = list[i]
    if (condition?.type === type) return condition
  }
  return undefined
}

/** Whether there is any condition of the type. */
export function hasCondition(list: MaybeList<AnyCondition>, type: string): boolean {
  return getCondition(list, type) !== undefined
}

/** Whether the condition says True; one that is missing does not. */
export function isTrue(list: MaybeList<AnyCondition>, type: string): boolean {
  return getCondition(list, type)?.status === 'True'
}

/** Whether the condition says False; one that is missing does not. */
export function isFalse(list: MaybeList<AnyCondition>, type: string): boolean {
  return getCondition(list, type)?.status === 'False'
}

/** Whether the condition says Unknown, or nothing because it is missing. A status outside the three is not unknown. */
export function isUnknown(list: MaybeList<AnyCondition>, type: string): boolean {
  const condition = getCondition(list, type)
  return condition === undefined || condition.status === 'Unknown'
}

/** The reason of a condition, empty when it is missing. */
export function getReason(list: MaybeList<AnyCondition>, type: string): string {
  return getCondition(list, type)?.reason ?? ''
}

/** The message of a condition, empty when it is missing. */
export function getMessage(list: MaybeList<AnyCondition>, type: string): string {
  return getCondition(list, type)?.message ?? ''
}

/** When the condition last changed its status, if it is there and says so. */
export function getLastTransitionTime(list: MaybeList<AnyCondition>, type: string): Instant | undefined {
  return getCondition(list, type)?.lastTransitionTime
}
