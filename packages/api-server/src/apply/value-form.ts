import type { Json, JsonObject } from '../json/json.ts'
import { isJsonArray, isJsonObject } from '../json/own.ts'
import { compareText } from './compare-text.ts'
import { deduced, type FieldType, type MapType, type NamedField } from './field-type.ts'
import { fieldElement } from './path-element.ts'

/** In which of the forms that its type allows a value is to be read. */
export type Form = 'map' | 'scalar' | 'list'

/** The form of a value. A null, and a value of a form that the type does not have, take the first form that it does have. */
export function formOf(type: FieldType, value: Json): Form {
  if (isJsonObject(value)) return type.map !== undefined ? 'map' : firstForm(type)
  if (isJsonArray(value)) return type.list !== undefined ? 'list' : firstForm(type)
  return value !== null && type.scalar !== undefined ? 'scalar' : firstForm(type)
}

function firstForm(type: FieldType): Form {
  if (type.map !== undefined) return 'map'
  return type.scalar !== undefined ? 'scalar' : 'list'
}

export function mapIn(value: Json | undefined): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined
}

export function listIn(value: Json | undefined): readonly Json[] | undefined {
  return isJsonArray(value) ? value : undefined
}

export function isEmptyMap(map: JsonObject | undefined): boolean {
  for (const _ in map) return false
  return true
}

/** How a member of a map is called and typed. Of a member that the schema does not know, nothing is assumed. */
export function memberOf(map: MapType, key: string): NamedField {
  return map.fields.get(key) ?? { element: fieldElement(key), type: map.rest ?? deduced }
}

/** The keys of a map in the order in which sets list them. */
export function sortedKeys(map: JsonObject): readonly string[] {
  const keys = Object.keys(map)
  for (let at = 1; at < keys.length; at++) {
    if ((keys[at - 1] ?? '') < (keys[at] ?? '') && !beyondAscii.test(keys[at] ?? '')) continue
    // The native order is many times faster, and right wherever UTF-16 sorts as UTF-8 does.
    return keys.some((key) => beyondAscii.test(key)) ? keys.sort(compareText) : keys.sort()
  }
  return keys
}

const beyondAscii = /[^\0-\x7f]/
