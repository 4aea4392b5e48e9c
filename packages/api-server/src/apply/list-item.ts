import type { Json } from '../json/json.ts'
import { isJsonArray, isJsonObject } from '../json/own.ts'
import { quoteGo } from '../json/quote.ts'
import type { ListType } from './field-type.ts'
import {
  compareKeyFields,
  compareValues,
  keyElement,
  type PathElement,
  valueElement,
} from './path-element.ts'

/** Why an item of a set or map list cannot be told from others. */
export interface Unidentified {
  readonly error: string
}

/** The path element by which an item of a set or map list is known. */
export function itemElement(list: ListType, item: Json): PathElement | Unidentified {
  return list.relation === 'map' && list.keys.length > 0 ? keyedElement(list, item) : setElement(item)
}

function keyedElement(list: ListType, item: Json): PathElement | Unidentified {
  if (item === null) return { error: 'associative list with keys may not have a null element' }
  if (!isJsonObject(item)) return { error: 'associative list with keys may not have non-map elements' }
  const element = keyElement(list.keys, item)
  return element ?? withoutKeys(list)
}

function withoutKeys(list: ListType): Unidentified {
  const names = list.keyNames.map(quoteGo).join(' ')
  return {
    error: `associative list with keys has an element that omits all key fields [${names}] (and doesn't have default values for any key fields)`,
  }
}

function setElement(item: Json): PathElement | Unidentified {
  if (isJsonObject(item)) return { error: "associative list without keys has an element that's a map type" }
  if (isJsonArray(item)) return { error: 'not supported: associative list with lists as elements' }
  if (item === null) {
    return { error: "associative list without keys has an element that's an explicit null" }
  }
  return valueElement(item)
}

/** Thrown for a list of which one cannot say which item is which: nothing of the object can be owned then. */
export class UnidentifiedItem extends Error {
  override readonly name: string = 'UnidentifiedItem'
}

/** The items of a list by their element, in the order of elements. Throws `UnidentifiedItem`. */
export function itemsByElement(list: ListType, items: readonly Json[]): ReadonlyMap<PathElement, Json[]> {
  const byElement = new Map<PathElement, Json[]>()
  for (const item of sortedItems(list, items)) {
    const element = itemElement(list, item)
    if (typeof element !== 'string') throw new UnidentifiedItem(element.error)
    const twins = byElement.get(element)
    if (twins === undefined) byElement.set(element, [item])
    else twins.push(item)
  }
  return byElement
}

/** Comparing items is many times cheaper than comparing the texts of their elements. */
function sortedItems(list: ListType, items: readonly Json[]): readonly Json[] {
  const compare =
    list.keys.length === 0
      ? compareValues
      : (a: Json, b: Json) => (isJsonObject(a) && isJsonObject(b) ? compareKeyFields(list.keys, a, b) : 0)
  for (let at = 1; at < items.length; at++) {
    if (compare(items[at - 1] ?? null, items[at] ?? null) > 0) return items.toSorted(compare)
  }
  return items
}
