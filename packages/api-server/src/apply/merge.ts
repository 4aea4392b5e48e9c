import type { Json, JsonObject } from '../json/json.ts'
import { getOwn, type MutableJsonObject, setOwn } from '../json/own.ts'
import type { FieldType, ListType, MapType } from './field-type.ts'
import { itemElement } from './list-item.ts'
import type { PathElement } from './path-element.ts'
import { formOf, listIn, mapIn, memberOf } from './value-form.ts'

/** The live value with the applied one laid over it; nothing is ever taken away. Undefined: nothing to keep. */
export function mergeValues(
  type: FieldType,
  live: Json | undefined,
  applied: Json | undefined,
): Json | undefined {
  const decisive = applied === undefined ? live : applied
  if (decisive === undefined || live === applied) return live
  const form = formOf(type, decisive)
  if (form === 'map' && type.map !== undefined) return mergeMaps(type.map, live, applied)
  if (form === 'list' && type.list !== undefined) return mergeLists(type.list, live, applied)
  return decisive
}

function mergeMaps(map: MapType, live: Json | undefined, applied: Json | undefined): Json | undefined {
  const left = mapIn(live)
  const right = mapIn(applied)
  const [mine, theirs] = [Object.keys(left ?? {}), Object.keys(right ?? {})]
  if (map.atomic || (mine.length === 0 && theirs.length === 0)) return applied === undefined ? live : applied
  const merged: MutableJsonObject = {}
  let members = 0
  for (const key of mine) members += mergeMember(map, key, { left, right, merged })
  for (const key of theirs) {
    if (left === undefined || !Object.hasOwn(left, key))
      members += mergeMember(map, key, { left, right, merged })
  }
  return members === 0 ? undefined : merged
}

interface MapMerge {
  readonly left: JsonObject | undefined
  readonly right: JsonObject | undefined
  readonly merged: MutableJsonObject
}

/** How many members came of it: one or none. */
function mergeMember(map: MapType, key: string, { left, right, merged }: MapMerge): 0 | 1 {
  const mine = left === undefined ? undefined : getOwn(left, key)
  const theirs = right === undefined ? undefined : getOwn(right, key)
  const value = mergeValues(memberOf(map, key).type, mine, theirs)
  if (value === undefined) return 0
  setOwn(merged, key, value)
  return 1
}

function mergeLists(list: ListType, live: Json | undefined, applied: Json | undefined): Json | undefined {
  const left = listIn(live) ?? []
  const right = listIn(applied) ?? []
  if (list.relation === 'atomic' || (left.length === 0 && right.length === 0)) {
    return applied === undefined ? live : applied
  }
  const merged = new ListMerge(list, left, right).items
  return merged.length > 0 ? merged : undefined
}

interface Indexed {
  readonly element: PathElement | undefined
  readonly item: Json
}

/**
 * Lays an applied list over a live one. Items in both keep the applied order; items that only the live list has stay
 * where they stand relative to them.
 */
class ListMerge {
  readonly items: Json[] = []
  readonly #list: ListType
  readonly #left: readonly Indexed[]
  readonly #right: readonly Indexed[]
  readonly #live: ReadonlyMap<PathElement, Json>
  readonly #applied: ReadonlyMap<PathElement, Json>
  readonly #done = new Set<PathElement>()
  /** The elements that both lists have and that are still to come, in applied order. */
  readonly #shared: PathElement[]

  constructor(list: ListType, left: readonly Json[], right: readonly Json[]) {
    this.#list = list
    this.#left = index(list, left)
    this.#right = index(list, right)
    this.#live = byElement(this.#left)
    this.#applied = byElement(this.#right)
    this.#shared = this.#right.flatMap(({ element }) =>
      element !== undefined && this.#live.has(element) ? [element] : [],
    )
    this.#run()
  }

  #run(): void {
    let l = 0
    let r = 0
    while (l < this.#left.length || r < this.#right.length) {
      const mine = this.#left[l]
      const theirs = this.#right[r]
      if (mine !== undefined && theirs !== undefined) {
        if (mine.element === theirs.element) {
          this.#take(theirs)
          this.#shared.shift()
          l++
          r++
          continue
        }
        if (this.#isApplied(mine) && this.#shared[0] !== undefined && this.#shared[0] !== mine.element) {
          l++
          continue
        }
      }
      if (mine !== undefined) {
        if (!this.#isApplied(mine)) {
          this.#push(mergeValues(this.#list.item, mine.item, undefined))
          l++
          continue
        }
        if (mine.element !== undefined && this.#done.has(mine.element)) l++
      }
      if (theirs !== undefined) {
        this.#take(theirs)
        if (this.#shared[0] === theirs.element) this.#shared.shift()
        r++
      }
    }
  }

  #isApplied({ element }: Indexed): boolean {
    return element !== undefined && this.#applied.has(element)
  }

  #take({ element, item }: Indexed): void {
    if (element !== undefined) this.#done.add(element)
    const live = element === undefined ? undefined : this.#live.get(element)
    this.#push(mergeValues(this.#list.item, live, item))
  }

  #push(item: Json | undefined): void {
    if (item !== undefined) this.items.push(item)
  }
}

function index(list: ListType, items: readonly Json[]): Indexed[] {
  return items.map((item) => {
    const element = itemElement(list, item)
    return { element: typeof element === 'string' ? element : undefined, item }
  })
}

/** An element that stands more than once has no item to merge with: null. */
function byElement(items: readonly Indexed[]): Map<PathElement, Json> {
  const found = new Map<PathElement, Json>()
  for (const { element, item } of items) {
    if (element !== undefined) found.set(element, found.has(element) ? null : item)
  }
  return found
}
