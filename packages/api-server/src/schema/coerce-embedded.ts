import { invalidValue } from '../errors/field-errors.ts'
import type { Json, JsonObject } from '../json/json.ts'
import { mapItems, mapMembers } from '../json/map-json.ts'
import { isJsonArray, isJsonObject } from '../json/own.ts'
import type { CompiledSchema } from './compiled-schema.ts'
import { child, DecodeError } from './decode-struct.ts'
import { inGoOrder } from './go-order.ts'
import { coerceObjectMeta } from './object-meta.ts'

interface Coercion {
  readonly dropInvalid: boolean
}

interface Coerced {
  readonly object: JsonObject
  readonly unknown: readonly string[]
}

/** Gives embedded resources metadata that ObjectMeta can hold. The root is not one of them. */
export function coerceEmbedded(
  schema: CompiledSchema,
  object: JsonObject,
  { dropInvalid }: Coercion,
): Coerced {
  if (!schema.has('embedded')) return { object, unknown: [] }
  const coercer = new Coercer({ dropInvalid })
  const coerced = coercer.coerce(object, schema, '') as JsonObject
  return { object: coerced, unknown: coercer.unknown.sort() }
}

class Coercer {
  readonly unknown: string[] = []
  readonly #dropInvalid: boolean

  constructor({ dropInvalid }: Coercion) {
    this.#dropInvalid = dropInvalid
  }

  coerce(value: Json, schema: CompiledSchema | undefined, path: string): Json {
    if (!schema?.has('embedded')) return value
    if (isJsonArray(value)) return this.#coerceItems(value, schema, path)
    return isJsonObject(value) ? this.#coerceMembers(value, schema, path) : value
  }

  #coerceItems(items: readonly Json[], schema: CompiledSchema, path: string): readonly Json[] {
    return mapItems(items, (item, index) => this.coerce(item, schema.items, `${path}[${index}]`))
  }

  #coerceMembers(object: JsonObject, schema: CompiledSchema, path: string): JsonObject {
    return mapMembers(object, (value, key) => {
      const at = schema.properties.has(key) || !schema.additional ? child(path, key) : `${path}[${key}]`
      const member = schema.embedded ? this.#coerceMeta(key, value, child(path, key)) : value
      return member === undefined ? undefined : this.coerce(member, schema.member(key), at)
    })
  }

  /** The member as it has to be, or `undefined` when it is to be dropped. */
  #coerceMeta(key: string, value: Json, path: string): Json | undefined {
    if (key === 'apiVersion' || key === 'kind') {
      if (typeof value === 'string') return value
      return this.#dropInvalid ? undefined : refuse(path, value, 'must be a string')
    }
    if (key !== 'metadata') return value
    try {
      const { value: meta, unknown } = coerceObjectMeta(value, { dropInvalid: this.#dropInvalid })
      this.unknown.push(...unknown.map((name) => `${path}.${name}`))
      return meta
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error
      return refuse(path, value, error.message)
    }
  }
}

function refuse(path: string, value: Json, why: string): never {
  const { message } = invalidValue(path, inGoOrder(value), why)
  throw new DecodeError(`${path}: ${message}`)
}
