import type { Json, JsonObject } from '../json/json.ts'
import { mapItems, mapMembers } from '../json/map-json.ts'
import { isJsonArray, isJsonObject } from '../json/own.ts'
import { quoteGo } from '../json/quote.ts'
import {
  child,
  DecodeError,
  type Decoder,
  decodeStruct,
  fieldIn,
  type StructType,
  structType,
  wrongType,
} from './decode-struct.ts'
import { isCanonicalTime } from './formats/dates.ts'

const text: Decoder = decodeScalar('string', 'string')
const flag: Decoder = decodeScalar('boolean', 'bool')
const int64: Decoder = (value, name, place) => {
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value))) return value
  throw wrongType(fieldIn(place, name), value, 'int64')
}

/** A time in RFC 3339; kept to the second, in UTC. */
const time: Decoder = (value, name, place) => {
  if (typeof value !== 'string') throw wrongType(fieldIn(place, name), value, 'string')
  if (isCanonicalTime(value)) return value
  const instant = rfc3339.test(value) ? Date.parse(value) : Number.NaN
  if (Number.isNaN(instant)) throw badTime(value)
  return new Date(instant).toISOString().replace(/\.\d+Z$/, 'Z')
}

const rfc3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/

const texts: Decoder = (value, name, place) => {
  if (!isJsonArray(value)) throw wrongType(fieldIn(place, name), value, '[]string')
  return mapItems(value, (item) => (item === null ? '' : text(item, name, place)))
}

const textMap: Decoder = (value, name, place) => {
  if (!isJsonObject(value)) throw wrongType(fieldIn(place, name), value, 'map[string]string')
  return mapMembers(value, (member) => (member === null ? '' : text(member, name, place)))
}

const raw: Decoder = (value) => value

const ownerReference = structType('OwnerReference', [
  { name: 'apiVersion', decode: text, always: '' },
  { name: 'kind', decode: text, always: '' },
  { name: 'name', decode: text, always: '' },
  { name: 'uid', decode: text, always: '' },
  { name: 'controller', decode: flag, pointer: true },
  { name: 'blockOwnerDeletion', decode: flag, pointer: true },
])

const managedFieldsEntry = structType('ManagedFieldsEntry', [
  { name: 'manager', decode: text },
  { name: 'operation', decode: text },
  { name: 'apiVersion', decode: text },
  { name: 'time', decode: time, pointer: true },
  { name: 'fieldsType', decode: text },
  { name: 'fieldsV1', decode: raw, pointer: true },
  { name: 'subresource', decode: text },
])

const objectMeta = structType('ObjectMeta', [
  { name: 'name', decode: text },
  { name: 'generateName', decode: text },
  { name: 'namespace', decode: text },
  { name: 'selfLink', decode: text },
  { name: 'uid', decode: text },
  { name: 'resourceVersion', decode: text },
  { name: 'generation', decode: int64 },
  { name: 'creationTimestamp', decode: time },
  { name: 'deletionTimestamp', decode: time, pointer: true },
  { name: 'deletionGracePeriodSeconds', decode: int64, pointer: true },
  { name: 'labels', decode: textMap },
  { name: 'annotations', decode: textMap },
  { name: 'ownerReferences', decode: structs(ownerReference) },
  { name: 'finalizers', decode: texts },
  { name: 'managedFields', decode: structs(managedFieldsEntry) },
])

/** Metadata as Go's ObjectMeta would hold it. */
interface CoercedMeta {
  readonly value: JsonObject
  /** Paths inside metadata that ObjectMeta does not have, in the order they are written. */
  readonly unknown: readonly string[]
}

/**
 * Reads `metadata` into what ObjectMeta can hold: unknown members are dropped and named, empty ones dropped. What has the
 * wrong type makes it throw `DecodeError`, or is dropped too when `dropInvalid` is set (objects that are already stored).
 * Shares with the original whatever did not change.
 */
export function coerceObjectMeta(
  metadata: Json,
  options: { readonly dropInvalid?: boolean } = {},
): CoercedMeta {
  const unknown: string[] = []
  const value = decodeStruct(metadata, objectMeta, {
    holder: { struct: '', field: '' },
    path: '',
    unknown,
    dropInvalid: options.dropInvalid ?? false,
  })
  return { value, unknown }
}

function structs(type: StructType): Decoder {
  return (value, name, place) => {
    const holder = fieldIn(place, name)
    if (!isJsonArray(value)) throw wrongType(holder, value, `[]v1.${type.struct}`)
    const { path, unknown } = place
    return mapItems(value, (item, index) =>
      decodeStruct(item ?? {}, type, {
        holder,
        path: `${child(path, name)}[${index}]`,
        unknown,
        dropInvalid: false,
      }),
    )
  }
}

function decodeScalar(jsonType: 'string' | 'boolean', goType: string): Decoder {
  return (value, name, place) => {
    if (typeof value === jsonType) return value
    throw wrongType(fieldIn(place, name), value, goType)
  }
}

function badTime(value: string): DecodeError {
  const layout = '2006-01-02T15:04:05Z07:00'
  return new DecodeError(
    `parsing time ${quoteGo(value)} as ${quoteGo(layout)}: cannot parse ${quoteGo(value)} as "2006"`,
  )
}
