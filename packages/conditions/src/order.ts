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
    if (left !== undefined && right !== undefined && order(left, right) > 0)
      return list.length > few ? list.toSorted(order) : sortedFew(list, order)
  }
  return list
}

/** As many as an object has conditions. The platform's way makes room for thousands, and is called for every status. */
const few = 32

function sortedFew<Item>(list: readonly Item[], order: (a: Item, b: Item) => number): readonly Item[] {
  const sorted = list.slice()
  for (let end = 1; end < sorted.length; end++) {
    const item = sorted[end] as Item
    let at = end
    for (; at > 0 && order(sorted[at - 1] as Item, item) > 0; at--) sorted[at] = sorted[at - 1] as Item
    sorted[at] = item
  }
  return sorted
}
