import type { Json, JsonObject, KubeObject } from '../../json/json.ts'
import { isJsonArray } from '../../json/own.ts'
import { isCanonicalTime } from '../../schema/formats/dates.ts'
import type { Definition, FieldType, NamedType } from './definition.ts'
import { typeRegistry } from './type-registry.ts'

/**
 * Whether every member is known and of its type, with nothing to drop: the rule for what clients send. One walk without
 * leaving anything behind spares the others. `false` does not mean that something is wrong.
 */
export function fitsExactly(object: KubeObject): boolean {
  const definition = typeRegistry.definitionOf(object.apiVersion, object.kind)
  return definition !== undefined && structFits(object, definition)
}

const knownTypes = new WeakMap<Definition, ReadonlyMap<string, FieldType>>()

function typesOf(definition: Definition): ReadonlyMap<string, FieldType> {
  const known = knownTypes.get(definition)
  if (known !== undefined) return known
  const types = new Map(typeRegistry.jsonFieldsOf(definition).map(({ name, type }) => [name, type]))
  knownTypes.set(definition, types)
  return types
}

function structFits(object: JsonObject, definition: Definition): boolean {
  const types = typesOf(definition)
  for (const key of Object.keys(object)) {
    // Whoever reads ownership forgives what he cannot read, and nobody else looks at it.
    if (key === 'managedFields') continue
    const type = types.get(key)
    if (type === undefined || !fits(object[key] as Json, type)) return false
  }
  return true
}

function fits(value: Json, type: FieldType): boolean {
  if (value === null) return false
  switch (type.form) {
    case 'pointer':
      return fits(value, type.of)
    case 'list':
      return isJsonArray(value) && value.every((item) => fits(item, type.of))
    case 'named':
      return namedFits(value, type.name)
    case 'map':
      return isObject(value) && Object.keys(value).every((key) => fits(value[key] as Json, type.of))
    case 'struct': {
      const definition = typeRegistry.get(type.name)
      return definition !== undefined && isObject(value) && structFits(value, definition)
    }
  }
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && !isJsonArray(value)
}

const plainMicroTime =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{6}Z$/
const plainQuantity = /^\d{1,15}(?:m|k|M|G|T|Ki|Mi|Gi|Ti)?$/

/** Only what needs no second look; the rest is left to whoever can say what is wrong. */
function namedFits(value: Json, name: NamedType): boolean {
  switch (name) {
    case 'string':
      return typeof value === 'string'
    case 'bool':
      return typeof value === 'boolean'
    case 'int32':
    case 'int64':
      return isSmallInteger(value)
    case 'uint32':
      return isSmallInteger(value) && value >= 0
    case 'IntOrString':
      return typeof value === 'string' || isSmallInteger(value)
    case 'float64':
      return typeof value === 'number'
    case 'Quantity':
      return typeof value === 'string' && plainQuantity.test(value)
    case 'Time':
      return typeof value === 'string' && isCanonicalTime(value)
    case 'MicroTime':
      return typeof value === 'string' && plainMicroTime.test(value)
    default:
      return false
  }
}

function isSmallInteger(value: Json): value is number {
  return typeof value === 'number' && (value | 0) === value
}
