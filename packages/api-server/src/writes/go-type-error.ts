import type { Json, JsonObject } from '../json/json.ts'
import { isJsonArray, isJsonObject } from '../json/own.ts'
import type { CompiledSchema } from '../schema/compiled-schema.ts'

/** The first value that does not fit its built-in type, in the words of Go's decoder; `undefined` when all fit. */
export function goTypeError(kind: string, schema: CompiledSchema, value: Json): string | undefined {
  return check(schema, value, { struct: kind, path: '' })
}

/**
 * Whether every member is known and of its type, with nothing to drop: the rule for what clients send. One walk without
 * leaving anything behind spares the others.
 */
export function fitsExactly(schema: CompiledSchema, value: Json): boolean {
  if (value === null) return false
  const { types, source } = schema
  if (types.length === 0 || schema.preserves || schema.embedded) return false
  if (typeof value === 'string' && source.format !== undefined) return types[0] === 'string' && plainTime.test(value)
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

const plainTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/

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

interface Place {
  readonly struct: string
  readonly path: string
}

const goTypes: Readonly<Record<string, string>> = {
  string: 'string',
  boolean: 'bool',
  integer: 'int32',
  number: 'float64',
  array: '[]interface {}',
  object: 'map[string]interface {}',
}

function check(schema: CompiledSchema, value: Json, at: Place): string | undefined {
  if (value === null || schema.types.length === 0) return undefined
  if (!schema.types.some((type) => fits(type, value))) return refusal(schema, value, at)
  if (isJsonArray(value)) return checkItems(schema, value, at)
  return isJsonObject(value) ? checkMembers(schema, value, at) : undefined
}

function checkItems(schema: CompiledSchema, items: readonly Json[], at: Place): string | undefined {
  const { items: itemSchema } = schema
  if (itemSchema === undefined) return undefined
  for (const item of items) {
    const problem = check(itemSchema, item, at)
    if (problem !== undefined) return problem
  }
  return undefined
}

function checkMembers(
  schema: CompiledSchema,
  object: Readonly<Record<string, Json>>,
  at: Place,
): string | undefined {
  for (const key of Object.keys(object)) {
    const member = schema.properties.get(key) ?? schema.additional
    if (member === undefined) continue
    const named = schema.properties.has(key)
    const path = named ? (at.path === '' ? key : `${at.path}.${key}`) : at.path
    const problem = check(member, object[key] as Json, { ...at, path })
    if (problem !== undefined) return problem
  }
  return undefined
}

function refusal(schema: CompiledSchema, value: Json, { struct, path }: Place): string {
  const wanted = schema.types[0] ?? ''
  const go = wanted === 'integer' && schema.source.format === 'int64' ? 'int64' : (goTypes[wanted] ?? wanted)
  return `json: cannot unmarshal ${shownType(value, wanted)} into Go struct field ${struct}.${path} of type ${go}`
}

function fits(type: string, value: Json): boolean {
  switch (type) {
    case 'integer':
      return typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value))
    case 'number':
      return typeof value === 'number' || typeof value === 'bigint'
    case 'array':
      return isJsonArray(value)
    case 'object':
      return isJsonObject(value)
    default:
      return typeof value === type
  }
}

function shownType(value: Json, wanted: string): string {
  if (typeof value === 'number' || typeof value === 'bigint')
    return wanted === 'integer' ? `number ${value}` : 'number'
  if (typeof value === 'boolean') return 'bool'
  if (isJsonArray(value)) return 'array'
  return typeof value
}
