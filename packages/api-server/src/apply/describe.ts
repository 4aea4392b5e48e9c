import type { Json, JsonObject } from '../json/json.ts'
import { type FieldSet, leaf } from './field-set.ts'
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

function describeMap(map: MapType, value: JsonObject | undefined): FieldSet {
  if (value === undefined || map.atomic || isEmptyMap(value)) return leaf
  const node: Draft = { '.': leaf }
  for (const key of sortedKeys(value)) {
    const { element, type } = memberOf(map, key)
    node[element] = describe(type, value[key] ?? null)
  }
  return node
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
