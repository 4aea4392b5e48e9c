import type { Json, JsonObject } from '../json/json.ts'
import { getOwn, isJsonObject } from '../json/own.ts'
import { goText, goType } from './go-text.ts'
import { PatchRefusal } from './patch-refusal.ts'
import { directiveKey } from './strategic-directives.ts'

type Items = readonly Json[]

/** How the items of a list are told apart: objects by the value of their merge key, scalars by themselves. */
export interface ItemIdentity {
  readonly kind: 'objects' | 'scalars'
  readonly mergeKey: string
}

export function noMergeKey(item: JsonObject, mergeKey: string): PatchRefusal {
  return new PatchRefusal(500, `map: ${goText(item)} does not contain declared merge key: ${mergeKey}`)
}

export function wrongType(expected: Json, actual: Json | undefined): PatchRefusal {
  return new PatchRefusal(500, `expected a ${goType(expected)}, but received a ${goType(actual)}`)
}

/** The one kind of all items. Lists of lists and mixed lists cannot be merged. */
export function kindOfItems(...lists: Items[]): ItemIdentity['kind'] {
  const items = lists.flat()
  const [first] = items
  if (first === undefined) throw new PatchRefusal(500, 'no elements in any of the given slices')
  if (Array.isArray(first)) throw new PatchRefusal(422, 'lists of lists are not supported')
  if (items.some((item) => goType(item) !== goType(first))) {
    throw new PatchRefusal(500, `list element types are not identical: ${goText(lists)}`)
  }
  return isJsonObject(first) ? 'objects' : 'scalars'
}

/**
 * Orders the items of a merged list: those that `order` names stand as it says, the others as on the server, and the
 * two are interleaved by their places on the server.
 */
export function arrange(merged: Items, order: Items, server: Items, identity: ItemIdentity): Json[] {
  const named: Json[] = []
  const others: Json[] = []
  // By the key alone, as the server does: a list of scalars that has a merge key is refused here.
  const partition = { ...identity, kind: identity.mergeKey === '' ? 'scalars' : 'objects' } as const
  if (partition.kind === 'objects' && merged.length > 0) {
    const scalar = order.findIndex((item) => !isJsonObject(item))
    if (scalar >= 0) throw new PatchRefusal(500, `value for key ${scalar} is not a map`)
  }
  const places = placesOf(order, partition)
  for (const item of merged) {
    if (partition.kind === 'objects') requireMergeKey(item, identity.mergeKey)
    const found = places.has(identityOf(item, partition))
    ;(found ? named : others).push(item)
  }
  const onServer = placesOf(server, identity)
  return interleave(
    sortLike(others, server, identity),
    sortLike(named, order, identity),
    (item) => onServer.get(identityOf(item, identity)) ?? -1,
  )
}

/** Refuses a patch list whose items are not, in that order, among those of `$setElementOrder`. Deletions do not count. */
export function checkOrder(patch: Items, order: Items, mergeKey: string): void {
  if (order.length === 0 || patch.length === 0) return
  const items = mergeKey === '' ? patch : patch.filter((item) => directiveOf(item) !== 'delete')
  let next = 0
  let at = 0
  while (next < items.length && at < order.length) {
    const item = items[next] ?? null
    if (isJsonObject(item) && Object.hasOwn(item, directiveKey)) {
      next++
      continue
    }
    if (sameItem(item, order[at] ?? null, mergeKey)) next++
    at++
  }
  if (next < items.length) {
    const message = `The order in patch list:\n${goText(patch)}\n doesn't match $setElementOrder list:\n${goText(order)}\n`
    throw new PatchRefusal(500, message)
  }
}

function directiveOf(item: Json): Json | undefined {
  if (!isJsonObject(item)) throw wrongType({}, item)
  return getOwn(item, directiveKey)
}

function sameItem(a: Json, b: Json, mergeKey: string): boolean {
  if (mergeKey === '') return a === b
  return requireMergeKey(a, mergeKey) === requireMergeKey(b, mergeKey)
}

function requireMergeKey(item: Json, mergeKey: string): Json {
  if (!isJsonObject(item)) throw wrongType({}, item)
  const value = getOwn(item, mergeKey)
  if (value === undefined) throw noMergeKey(item, mergeKey)
  return value
}

/** Where in a list each item stands first, by what it is told apart by. */
export function placesOf(list: Items, identity: ItemIdentity): Map<Json, number> {
  const places = new Map<Json, number>()
  for (const [at, item] of list.entries()) {
    const own = identityOf(item, identity)
    if (!places.has(own)) places.set(own, at)
  }
  return places
}

function identityOf(item: Json, { kind, mergeKey }: ItemIdentity): Json {
  if (kind === 'scalars') return item
  return isJsonObject(item) ? (getOwn(item, mergeKey) ?? null) : null
}

function sortLike(items: Items, order: Items, identity: ItemIdentity): Json[] {
  if (identity.kind === 'objects') {
    for (const item of [...items, ...order]) requireMergeKey(item, identity.mergeKey)
  }
  const places = placesOf(order, identity)
  return sortByPlace(items, (item) => places.get(identityOf(item, identity)) ?? -1)
}

interface Placed {
  readonly item: Json
  readonly place: number
  /** Items without a place that came when this one was the first of all. */
  readonly ahead: Json[]
}

/**
 * The order that an insertion sort gives for which an item without a place (-1) is less than every other, and every other less than it,
 * as Kubernetes sorts: each of them ends before the item that was the first when it came.
 */
export function sortByPlace(items: Items, placeOf: (item: Json) => number): Json[] {
  const placed: Placed[] = []
  const early: Json[] = []
  let first: Placed | undefined
  for (const item of items) {
    const place = placeOf(item)
    if (place < 0) (first?.ahead ?? early).push(item)
    else {
      const entry: Placed = { item, place, ahead: [] }
      placed.push(entry)
      if (first === undefined || place < first.place) first = entry
    }
  }
  placed.sort((a, b) => a.place - b.place)
  return [...placed.flatMap(({ item, ahead }) => [...ahead.reverse(), item]), ...early.reverse()]
}

function interleave(left: Items, right: Items, place: (item: Json) => number): Json[] {
  const all: Json[] = []
  let next = 0
  for (const item of right) {
    const limit = place(item)
    while (next < left.length && limit >= 0) {
      const candidate = left[next] ?? null
      const at = place(candidate)
      if (at < 0 || at >= limit) break
      all.push(candidate)
      next++
    }
    all.push(item)
  }
  return [...all, ...left.slice(next)]
}
