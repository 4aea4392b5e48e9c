import type { Json, JsonObject } from '../json/json.ts'
import { getOwn, isJsonObject } from '../json/own.ts'
import { goText } from './go-text.ts'
import { PatchRefusal } from './patch-refusal.ts'
import { directiveKey } from './strategic-directives.ts'
import { arrange, kindOfItems, noMergeKey, placesOf } from './strategic-order.ts'

type Items = readonly Json[]

export interface ListMerge {
  readonly mergeKey: string
  /** Merges a patch item into the item that has the same merge key. */
  readonly mergeItem: (original: JsonObject, patch: JsonObject) => JsonObject
}

export interface MergedList {
  readonly items: Items
  /** The order that a later `$setElementOrder` takes for that of the server. */
  readonly server: Items
}

/** Merges a patch list into a list with strategy `merge`. */
export function mergeList(original: Items, patch: Items, merge: ListMerge): MergedList {
  if (original.length === 0 && patch.length === 0) return { items: original, server: original }
  const { mergeKey } = merge
  if (kindOfItems(original, patch) === 'scalars') {
    const merged = [...new Set([...original, ...patch])]
    const items = arrange(merged, patch, original, { kind: 'scalars', mergeKey })
    return { items, server: original }
  }
  if (mergeKey === '') throw new PatchRefusal(500, 'cannot merge lists without merge key for struct')
  const { kept, added, replaced } = followDirectives(
    original.filter(isJsonObject),
    patch.filter(isJsonObject),
    mergeKey,
  )
  if (replaced) return { items: arrange(added, [], added, { kind: 'objects', mergeKey }), server: kept }
  const merged = mergeItems(kept, added, merge)
  return {
    items: arrange(merged, added, kept, { kind: 'objects', mergeKey }),
    // An added item takes the place that a deleted one leaves free at the end: the server reuses the list's memory.
    server: merged.slice(0, original.length),
  }
}

function mergeItems(
  kept: readonly JsonObject[],
  added: readonly JsonObject[],
  { mergeKey, mergeItem }: ListMerge,
): JsonObject[] {
  const merged = [...kept]
  const places = placesOf(merged, { kind: 'objects', mergeKey })
  for (const item of added) {
    const key = getOwn(item, mergeKey)
    if (key === undefined) throw noMergeKey(item, mergeKey)
    const at = places.get(key)
    const match = at === undefined ? undefined : merged[at]
    if (at === undefined || match === undefined) places.set(key, merged.push(item) - 1)
    else merged[at] = mergeItem(match, item)
  }
  return merged
}

/** A list of scalars without those that `$deleteFromPrimitiveList` names. */
export function deleteFromList(original: Items, unwanted: Items, merge: ListMerge): Items {
  if (original.length === 0 && unwanted.length === 0) return original
  if (kindOfItems(original, unwanted) === 'objects') return mergeList(original, unwanted, merge).items
  const gone = new Set(unwanted)
  return original.filter((item) => !gone.has(item))
}

interface Followed {
  readonly kept: readonly JsonObject[]
  readonly added: readonly JsonObject[]
  /** The patch stands for the whole list. */
  readonly replaced: boolean
}

/** Carries out the `$patch` items of a patch list. */
function followDirectives(
  original: readonly JsonObject[],
  patch: readonly JsonObject[],
  mergeKey: string,
): Followed {
  const gone = new Set<Json>()
  let replaced = false
  const added: JsonObject[] = []
  for (const item of patch) {
    const directive = getOwn(item, directiveKey)
    if (directive === undefined) added.push(item)
    else if (directive === 'replace') replaced = true
    else if (directive === 'delete') {
      const key = getOwn(item, mergeKey)
      if (key === undefined) throw noMergeKey(item, mergeKey)
      gone.add(key)
    } else if (directive === 'merge') {
      throw new PatchRefusal(500, 'merging lists cannot yet be specified in the patch')
    } else throw unknownDirective(directive, item)
  }
  const isKept = (item: JsonObject): boolean => {
    const key = getOwn(item, mergeKey)
    return key === undefined || !gone.has(key)
  }
  return { kept: gone.size === 0 ? original : original.filter(isKept), added, replaced }
}

export function unknownDirective(directive: Json, item: JsonObject): PatchRefusal {
  const name = typeof directive === 'string' ? directive : `%!s(${goText(directive)})`
  return new PatchRefusal(500, `unknown patch type: ${name} in map: ${goText(item)}`)
}
