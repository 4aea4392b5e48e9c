import type { Json, JsonObject } from '../json/json.ts'
import { compacted, type FieldSet, leaf } from './field-set.ts'
import type { FieldType, ListType, MapType } from './field-type.ts'
import { itemsByElement } from './list-item.ts'
import { formOf, isEmptyMap, listIn, mapIn, memberOf, sortedKeys } from './value-form.ts'

type Draft = { [element: string]: FieldSet }

/** Everything that comes or goes with a value: the value itself, and every part of it that can be owned apart. */
export function describe(type: FieldType, value: Json): FieldSet {
  if (value === null || typeof value !== 'object') return leaf
  switch (formOf(type, value)) {
    case 'map':
      return type.map === undefined ? leaf : describeMap(type.map, mapIn(value))
    case 'list':
      return type.list === undefined ? leaf : describeList(type.list, listIn(value))
    case 'scalar':
      return leaf
  }
}

/** The members that a map without further maps and lists in it had, in the order it had them, and its description. */
interface FlatMap {
  readonly keys: readonly string[]
  readonly node: FieldSet
}

// Sets depend on names alone where values are plain, and never change: a remembered one cannot be told from a fresh one.
const flatMaps = new WeakMap<MapType, FlatMap>()

function describeMap(map: MapType, value: JsonObject | undefined): FieldSet {
  if (value === undefined || map.atomic || isEmptyMap(value)) return leaf
  // One client writes the same names again and again: the labels, the data of the objects of one kind.
  const last = flatMaps.get(map)
  if (last !== undefined && isLike(last, value)) return last.node
  const node: Draft = { '.': leaf }
  for (const key of sortedKeys(value)) {
    const { element, type } = memberOf(map, key)
    node[element] = describe(type, value[key] ?? null)
  }
  if (!isFlat(value)) return node
  const kept = compacted(node)
  flatMaps.set(map, { keys: Object.keys(value), node: kept })
  return kept
}

function isLike({ keys }: FlatMap, value: JsonObject): boolean {
  let at = 0
  for (const key in value) if (keys[at++] !== key || !isPlain(value[key])) return false
  return at === keys.length
}

function isFlat(value: JsonObject): boolean {
  for (const key in value) if (!isPlain(value[key])) return false
  return true
}

function isPlain(value: Json | undefined): boolean {
  return typeof value !== 'object' || value === null
}

function describeList(list: ListType, value: readonly Json[] | undefined): FieldSet {
  if (value === undefined || list.relation === 'atomic' || value.length === 0) return leaf
  const items = itemsByElement(list, value)
  const node: Draft = { '.': leaf }
  for (const [element, [item = null, ...twins]] of items) {
    node[element] = twins.length === 0 ? describe(list.item, item) : leaf
  }
  return node
}
