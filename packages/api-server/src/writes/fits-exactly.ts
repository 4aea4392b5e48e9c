import type { Json, JsonObject } from '../json/json.ts'
import { isJsonArray, isJsonObject } from '../json/own.ts'
import type { CompiledSchema } from '../schema/compiled-schema.ts'

/**
 * Whether every member is known and of its type, with nothing to drop: the rule for what clients send. One walk without
 * leaving anything behind spares the others. `false` does not mean that something is wrong.
 */
export function fitsExactly(schema: CompiledSchema, value: Json): boolean {
  if (value === null) return false
  const { types, source } = schema
  if (types.length === 0 || schema.preserves || schema.embedded) return false
  if (typeof value === 'string' && source.format !== undefined)
    return types[0] === 'string' && plainTime.test(value)
  if (typeof value !== 'object') return types.some((type) => fits(type, value))
  if (isJsonArray(value)) {
    const { items } = schema
    if (types[0] !== 'array' || items === undefined) return false
    for (const item of value) if (!fitsExactly(items, item)) return false
    return true
  }
  if (types[0] !== 'object' || source.additionalProperties === true) return false
  return membersFit(schema, value as JsonObject)
}

const plainTime = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/

function membersFit(schema: CompiledSchema, object: JsonObject): boolean {
  const { properties, additional } = schema
  for (const key of Object.keys(object)) {
    // Whoever reads ownership forgives what he cannot read, and nobody else looks at it.
    if (key === 'managedFields') continue
    const member = properties.get(key) ?? additional
    if (member === undefined || !fitsExactly(member, object[key] as Json)) return false
  }
  return true
}

function fits(type: string, value: Json): boolean {
  switch (type) {
    case 'integer':
      // Beyond that it depends on the type's width, which only the tables know.
      return typeof value === 'number' && (value | 0) === value
    case 'number':
      return typeof value === 'number'
    case 'array':
      return isJsonArray(value)
    case 'object':
      return isJsonObject(value)
    default:
      return typeof value === type
  }
}
