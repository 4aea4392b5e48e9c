import type { Json, JsonObject } from '../json/json.ts'
import { emptySet, type FieldSet, isEmptySet, leaf } from './field-set.ts'
import type { FieldType, ListType, MapType } from './field-type.ts'
import { itemsByElement } from './list-item.ts'
import { formOf, isEmptyMap, listIn, mapIn, memberOf, sortedKeys } from './value-form.ts'

type Draft = { [element: string]: FieldSet }

/** The fields that whoever applies this object owns: its leaves, its items, and members of maps that have no fixed names. */
export function ownedFields(type: FieldType, object: Json): FieldSet {
  const children = fieldsBelow(type, object)
  return children === undefined || children === leaf ? emptySet : children
}

/** What is owned below a value; `leaf` when the value itself is. */
function fieldsBelow(type: FieldType, value: Json): FieldSet | undefined {
  const form = formOf(type, value)
  if (form === 'map' && type.map !== undefined) return fieldsOfMap(type.map, mapIn(value))
  if (form === 'list' && type.list !== undefined) return fieldsOfList(type.list, listIn(value))
  return leaf
}

function fieldsOfMap(map: MapType, value: JsonObject | undefined): FieldSet | undefined {
  if (map.atomic) return leaf
  if (value === undefined) return undefined
  const node: Draft = {}
  for (const key of sortedKeys(value)) {
    const member = value[key] ?? null
    const { element, type } = memberOf(map, key)
    const owned = member === null || isEmpty(member) || !map.fields.has(key)
    const below = ownedNode(fieldsBelow(type, member), owned)
    if (below !== undefined) node[element] = below
  }
  return isEmptySet(node) ? undefined : node
}

function isEmpty(value: Json): boolean {
  const map = mapIn(value)
  return map !== undefined && isEmptyMap(map)
}

function fieldsOfList(list: ListType, value: readonly Json[] | undefined): FieldSet | undefined {
  if (list.relation === 'atomic') return leaf
  if (value === undefined) return undefined
  const items = itemsByElement(list, value)
  const node: Draft = {}
  for (const [element, [item = null, ...twins]] of items) {
    node[element] = (twins.length === 0 ? ownedNode(fieldsBelow(list.item, item), true) : leaf) ?? leaf
  }
  return isEmptySet(node) ? undefined : node
}

function ownedNode(below: FieldSet | undefined, owned: boolean): FieldSet | undefined {
  if (below === undefined) return owned ? leaf : undefined
  return owned && below !== leaf ? { '.': leaf, ...below } : below
}
