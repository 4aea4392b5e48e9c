import type { Json, JsonObject } from '../json/json.ts'
import { mapItems } from '../json/map-json.ts'
import { isJsonArray, isJsonObject, type MutableJsonObject, setOwn } from '../json/own.ts'
import type { CompiledSchema } from './compiled-schema.ts'

/** Drops members that are null where the schema allows no null and has no default to put in their place. */
export function pruneNulls(schema: CompiledSchema, object: JsonObject): JsonObject {
  return pruneMembers(object, schema)
}

function pruneIn(value: Json, schema: CompiledSchema | undefined): Json {
  if (!schema) return value
  if (isJsonObject(value)) return pruneMembers(value, schema)
  return isJsonArray(value) ? pruneItems(value, schema) : value
}

function pruneMembers(object: JsonObject, schema: CompiledSchema): JsonObject {
  let pruned: MutableJsonObject | undefined
  for (const key of Object.keys(object)) {
    const value = object[key] as Json
    const member = schema.member(key)
    if (value === null) {
      if (!member || member.nullable || member.defaultValue !== undefined) continue
      pruned ??= { ...object }
      delete pruned[key]
      continue
    }
    const kept = pruneIn(value, member)
    if (kept === value) continue
    pruned ??= { ...object }
    setOwn(pruned, key, kept)
  }
  return pruned ?? object
}

function pruneItems(items: readonly Json[], schema: CompiledSchema): readonly Json[] {
  const { items: itemSchema } = schema
  return itemSchema ? mapItems(items, (item) => pruneIn(item, itemSchema)) : items
}
