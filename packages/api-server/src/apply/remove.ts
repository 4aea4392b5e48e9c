import type { Json, JsonObject } from '../json/json.ts'
import { type MutableJsonObject, setOwn } from '../json/own.ts'
import { type FieldSet, isMember } from './field-set.ts'
import type { FieldType, ListType, MapType } from './field-type.ts'
import { itemElement } from './list-item.ts'
import { formOf, listIn, mapIn, memberOf } from './value-form.ts'

/** The value without the given fields and items. A container that loses everything becomes null. */
export function removeFields(type: FieldType, value: Json, fields: FieldSet): Json {
  const form = formOf(type, value)
  if (form === 'map' && type.map !== undefined) return removeMembers(type.map, mapIn(value), fields)
  if (form === 'list' && type.list !== undefined) return removeItems(type.list, listIn(value), fields)
  return value
}

function removeMembers(map: MapType, value: JsonObject | undefined, fields: FieldSet): Json {
  if (value === undefined || map.atomic) return null
  let kept: MutableJsonObject | undefined
  for (const key of Object.keys(value)) {
    const { element, type } = memberOf(map, key)
    const node = fields[element]
    if (node !== undefined && isMember(node)) continue
    const member = value[key] ?? null
    kept ??= {}
    setOwn(kept, key, node === undefined ? member : removeFields(type, member, node))
  }
  return kept ?? null
}

function removeItems(list: ListType, value: readonly Json[] | undefined, fields: FieldSet): Json {
  if (value === undefined || list.relation === 'atomic') return null
  const kept: Json[] = []
  for (const item of value) {
    const element = itemElement(list, item)
    const node = typeof element === 'string' ? fields[element] : undefined
    if (node === undefined) kept.push(item)
    else if (!isMember(node)) kept.push(removeFields(list.item, item, node))
  }
  return kept.length > 0 ? kept : null
}
