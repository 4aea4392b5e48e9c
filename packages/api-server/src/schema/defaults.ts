import type { Json, JsonObject } from '../json/json.ts'
import { isJsonArray, isJsonObject, type MutableJsonObject, setOwn } from '../json/own.ts'
import type { CompiledSchema } from './compiled-schema.ts'

/**
 * Fills in the defaults of the schema, where the parent is there. A null that is not allowed is replaced as if it were
 * missing. Shares with the original, and with the schema, whatever did not change.
 */
export function applySchemaDefaults(schema: CompiledSchema, object: JsonObject): JsonObject {
  return defaultValue(object, schema) as JsonObject
}

function defaultValue(value: Json, schema: CompiledSchema | undefined): Json {
  if (!schema?.has('defaults')) return value
  if (isJsonObject(value)) return defaultMembers(value, schema)
  return isJsonArray(value) ? defaultItems(value, schema) : value
}

function defaultMembers(object: JsonObject, schema: CompiledSchema): JsonObject {
  let changed: MutableJsonObject | undefined
  for (const [name, property] of schema.properties) {
    const fallback = property.defaultValue
    if (fallback === undefined || !isMissing(object, name, property)) continue
    changed ??= { ...object }
    setOwn(changed, name, fallback)
  }
  const filled = changed ?? object
  for (const key of Object.keys(filled)) {
    const value = filled[key] as Json
    const member = schema.member(key)
    const replaced = value === null && member && !member.nullable ? (member.defaultValue ?? null) : value
    const result = defaultValue(replaced, member)
    if (result === value) continue
    changed ??= { ...object }
    setOwn(changed, key, result)
  }
  return changed ?? object
}

function isMissing(object: JsonObject, name: string, property: CompiledSchema): boolean {
  return !Object.hasOwn(object, name) || (object[name] === null && !property.nullable)
}

function defaultItems(items: readonly Json[], schema: CompiledSchema): readonly Json[] {
  const { items: itemSchema } = schema
  if (!itemSchema) return items
  let changed = false
  const filled = items.map((item) => {
    const replaced = item === null && !itemSchema.nullable ? (itemSchema.defaultValue ?? null) : item
    const result = defaultValue(replaced, itemSchema)
    changed ||= result !== item
    return result
  })
  return changed ? filled : items
}
