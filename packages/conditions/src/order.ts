import type { Condition } from './condition.ts'
import type { AnyCondition } from './severity/condition.ts'

/** How a list is sorted after a change; `unsorted` leaves all where they stand and new conditions at the end. */
export type ConditionOrder<Item extends AnyCondition = Condition> =
  | ((a: Item, b: Item) => number)
  | 'unsorted'

/** A sorted copy, equal ones as they stood; the list itself when it is sorted already or nobody asks for an order. */
export function orderConditions<Item extends AnyCondition>(
  list: readonly Item[],
  order: ConditionOrder<Item> = 'unsorted',
): readonly Item[] {
  if (order === 'unsorted') return list
  for (let i = 1; i < list.length; i++) {
    const left = list[i - 1]
    const right = list[i]
    if (left !== undefined && right !== undefined && order(left, right) > 0) return list.toSorted(order)
  }
  return list
}
