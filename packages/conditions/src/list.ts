import { ConditionsError } from './errors.ts'

/** A list as an object may carry it. */
export type MaybeList<Item> = readonly Item[] | null | undefined

const none: readonly never[] = Object.freeze([])

/** The list that is there, empty for none. Throws on anything else: a list that is no list, an item that is no object. */
export function listOf<Item extends object>(list: MaybeList<Item>): readonly Item[] {
  if (list === undefined || list === null) return none
  if (!Array.isArray(list)) throw new ConditionsError('list-expected', 'conditions must be a list')
  // By index: this runs for every list of every object, and an iterator allocates.
  for (let at = 0; at < list.length; at++) {
    const item: unknown = list[at]
    if (typeof item === 'object' && item !== null) continue
    throw new ConditionsError('condition-malformed', `a list of conditions must not hold ${String(item)}`)
  }
  return list
}
