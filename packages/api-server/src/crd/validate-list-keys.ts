import type { FieldError } from '../errors/field-error.ts'
import { forbiddenField, invalidValue, notSupported, required } from '../errors/field-errors.ts'
import type { WrittenSchema } from '../schema/read-schema.ts'
import type { Schema } from '../schema/schema.ts'

const listTypes = ['atomic', 'set', 'map']

/** `x-kubernetes-list-type` and `x-kubernetes-list-map-keys`: what items and keys have to be like. */
export function validateListKeys(schema: WrittenSchema, path: string): readonly FieldError[] {
  const listType = schema['x-kubernetes-list-type'] as string | undefined
  const keys = schema['x-kubernetes-list-map-keys'] ?? []
  const at = `${path}.x-kubernetes-list-type`
  return [
    ...(listType === undefined ? [] : typeErrors(schema, listType, path)),
    ...(listType !== undefined && !listTypes.includes(listType)
      ? [notSupported(at, listType, listTypes)]
      : []),
    ...(keys.length > 0 && listType === undefined
      ? [required(at, 'must be map if x-kubernetes-list-map-keys is non-empty')]
      : []),
    ...(keys.length > 0 && listType !== undefined && listType !== 'map'
      ? [invalidValue(at, listType, 'must be map if x-kubernetes-list-map-keys is non-empty')]
      : []),
    ...(listType === 'map' ? mapErrors(schema, keys, path) : []),
    ...keyedItemErrors(schema, listType, path),
  ]
}

function typeErrors(schema: WrittenSchema, listType: string, path: string): readonly FieldError[] {
  if (schema.type !== 'array') {
    const words = 'must be array if x-kubernetes-list-type is specified'
    if (schema.type === undefined) return [required(`${path}.type`, words)]
    return [invalidValue(`${path}.type`, schema.type, words)]
  }
  const { items } = schema
  if (listType !== 'set' || !items) return []
  const words = 'must be atomic as item of a list with x-kubernetes-list-type=set'
  const itemType = items['x-kubernetes-list-type']
  if (items.type === 'array' && itemType !== undefined && itemType !== 'atomic') {
    return [invalidValue(`${path}.items.x-kubernetes-list-type`, itemType, words)]
  }
  if (items.type === 'object' && items['x-kubernetes-map-type'] !== 'atomic') {
    // The list type is what kube-apiserver shows here, and an object has none.
    return [invalidValue(`${path}.items.x-kubernetes-map-type`, itemType ?? null, words)]
  }
  return []
}

function mapErrors(schema: WrittenSchema, keys: readonly string[], path: string): readonly FieldError[] {
  const { items } = schema
  const missing = !items && !schema.itemList
  return [
    ...(keys.length === 0
      ? [required(`${path}.x-kubernetes-list-map-keys`, 'must not be empty if x-kubernetes-list-type is map')]
      : []),
    ...(missing ? [required(`${path}.items`, 'must have a schema if x-kubernetes-list-type is map')] : []),
    ...(items && items.type !== 'object'
      ? [
          invalidValue(
            `${path}.items.type`,
            items.type ?? '',
            "must be object if parent array's x-kubernetes-list-type is map",
          ),
        ]
      : []),
    ...(items?.type === 'object'
      ? keys.slice(0, maxKeys).flatMap((key, index) => keyErrors(items, keys, { key, index, path }))
      : []),
  ]
}

interface KeyPlace {
  readonly key: string
  readonly index: number
  readonly path: string
}

/** Each of them is told with all others: the first ones say enough. */
const maxKeys = 100

function keyErrors(
  items: Schema,
  keys: readonly string[],
  { key, index, path }: KeyPlace,
): readonly FieldError[] {
  const property = propertyOf(items, key)
  const at = `${path}.x-kubernetes-list-map-keys`
  return [
    ...(property ? [] : [invalidValue(at, keys, 'entries must all be names of item properties')]),
    ...(property?.type === 'array' || property?.type === 'object'
      ? [
          invalidValue(
            `${path}.items.properties[${key}].type`,
            'object',
            "must be a scalar type if parent array's x-kubernetes-list-type is map",
          ),
        ]
      : []),
    ...(keys.indexOf(key) < index ? [invalidValue(at, keys, 'must not contain duplicate entries')] : []),
  ]
}

/** Items of sets and maps are never null, and their keys always have a value. */
function keyedItemErrors(schema: Schema, listType: string | undefined, path: string): readonly FieldError[] {
  const { items } = schema
  if (!items || (listType !== 'set' && listType !== 'map')) return []
  const nullable =
    items.nullable === true
      ? [
          forbiddenField(
            `${path}.items.nullable`,
            `cannot be nullable when x-kubernetes-list-type is ${listType}`,
          ),
        ]
      : []
  if (listType === 'set') return nullable
  const keys = schema['x-kubernetes-list-map-keys'] ?? []
  return [
    ...nullable,
    ...keys.flatMap((key) => keyPropertyErrors(items, key, `${path}.items.properties[${key}]`)),
  ]
}

function keyPropertyErrors(items: Schema, key: string, path: string): readonly FieldError[] {
  const property = propertyOf(items, key)
  if (!property) return []
  const given = items.required?.includes(key) || property.default !== undefined
  const listed = 'this property is in x-kubernetes-list-map-keys, so it'
  return [
    ...(given
      ? []
      : [required(`${path}.default`, `${listed} must have a default or be a required property`)]),
    ...(property.nullable === true
      ? [forbiddenField(`${path}.nullable`, `${listed} cannot be nullable`)]
      : []),
  ]
}

function propertyOf({ properties = {} }: Schema, name: string): Schema | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : undefined
}
