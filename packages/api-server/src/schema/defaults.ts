import type { Json, JsonObject } from '../json/json.ts'
import { isJsonArray, isJsonObject, type MutableJsonObject, setOwn } from '../json/own.ts'
import { countValues } from '../json/parse-json.ts'
import { maxValues } from '../json/parsed.ts'
import { stringifyJson } from '../json/stringify-json.ts'
import type { CompiledSchema } from './compiled-schema.ts'

/**
 * Fills in the defaults of the schema, where the parent is there. A null that is not allowed is replaced as if it were
 * missing. Shares with the original, and with the schema, whatever did not change. Of defaults that together are more than an
 * object may hold some are left out, of which `incomplete` is told.
 */
export function applySchemaDefaults(
  schema: CompiledSchema,
  object: JsonObject,
  incomplete?: () => void,
): JsonObject {
  const filling = new Filling()
  const filled = filling.value(object, schema) as JsonObject
  if (filling.full) incomplete?.()
  return filled
}

/** More than a store takes, in bytes; and what a value weighs at least, so that there are no more of them than a body may have. */
const most = 2 * 1024 * 1024
const least = most / maxValues

class Filling {
  #left = most

  /** There was no room for all of them. */
  get full(): boolean {
    return this.#left === 0
  }

  value(value: Json, schema: CompiledSchema | undefined): Json {
    if (this.full || !schema?.has('defaults')) return value
    if (isJsonObject(value)) return this.#members(value, schema)
    return isJsonArray(value) ? this.#items(value, schema) : value
  }

  #members(object: JsonObject, schema: CompiledSchema): JsonObject {
    let changed: MutableJsonObject | undefined
    for (const [name, property] of defaulted(schema)) {
      const fallback = isMissing(object, name, property) ? this.#take(property) : undefined
      if (fallback === undefined) continue
      changed ??= { ...object }
      setOwn(changed, name, fallback)
    }
    const filled = changed ?? object
    for (const key of Object.keys(filled)) {
      const value = filled[key] as Json
      const result = this.#inside(value, schema.member(key))
      if (result === value) continue
      changed ??= { ...object }
      setOwn(changed, key, result)
    }
    return changed ?? object
  }

  #items(items: readonly Json[], { items: schema }: CompiledSchema): readonly Json[] {
    if (!schema) return items
    let changed = false
    const filled = items.map((item) => {
      const result = this.#inside(item, schema)
      changed ||= result !== item
      return result
    })
    return changed ? filled : items
  }

  #inside(value: Json, schema: CompiledSchema | undefined): Json {
    const replaced = value === null && schema && !schema.nullable ? (this.#take(schema) ?? null) : value
    return this.value(replaced, schema)
  }

  /** The default of a schema, as long as there is room for it. */
  #take(schema: CompiledSchema): Json | undefined {
    const { defaultValue } = schema
    if (defaultValue === undefined) return undefined
    const weight = schema.derive('weight of the default', () =>
      Math.max(stringifyJson(defaultValue).length, least * countValues(defaultValue)),
    )
    // From the first one on for which there is no room none is looked for any more.
    this.#left = weight > this.#left ? 0 : this.#left - weight
    return this.full ? undefined : defaultValue
  }
}

/** Most schemas have many properties and few defaults. */
function defaulted(schema: CompiledSchema): readonly (readonly [string, CompiledSchema])[] {
  return schema.derive('properties with defaults', () =>
    [...schema.properties].filter(([, { defaultValue }]) => defaultValue !== undefined),
  )
}

function isMissing(object: JsonObject, name: string, property: CompiledSchema): boolean {
  return !Object.hasOwn(object, name) || (object[name] === null && !property.nullable)
}
