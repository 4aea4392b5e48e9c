import type { Json, JsonObject } from '../json/json.ts'
import { isJsonArray, isJsonObject, type MutableJsonObject, setOwn } from '../json/own.ts'
import { quoteGo } from '../json/quote.ts'
import { DecodeError, type Decoder, decodeStruct, type StructField, wrongType } from './decode-struct.ts'
import { isCanonicalTime } from './formats/dates.ts'

const text: Decoder = decodeScalar('string', 'string')
const flag: Decoder = decodeScalar('boolean', 'bool')
const int64: Decoder = (value, at) => {
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value))) return value
  throw wrongType(at, value, 'int64')
}

/** A time in RFC 3339; kept to the second, in UTC. */
const time: Decoder = (value, at) => {
  if (typeof value !== 'string') throw wrongType(at, value, 'string')
  if (isCanonicalTime(value)) return value
  const instant = rfc3339.test(value) ? Date.parse(value) : Number.NaN
  if (Number.isNaN(instant)) throw badTime(value)
  return new Date(instant).toISOString().replace(/\.\d+Z$/, 'Z')
}

const rfc3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/

const texts: Decoder = (value, at) => {
  if (!isJsonArray(value)) throw wrongType(at, value, '[]string')
  return value.map((item) => (item === null ? '' : text(item, at)))
}

const textMap: Decoder = (value, at) => {
  if (!isJsonObject(value)) throw wrongType(at, value, 'map[string]string')
  return mapMembers(value, (member) => (member === null ? '' : text(member, at)))
}

const raw: Decoder = (value) => value

const ownerReferenceFields: readonly StructField[] = [
  { name: 'apiVersion', decode: text, always: '' },
  { name: 'kind', decode: text, always: '' },
  { name: 'name', decode: text, always: '' },
  { name: 'uid', decode: text, always: '' },
  { name: 'controller', decode: flag, pointer: true },
  { name: 'blockOwnerDeletion', decode: flag, pointer: true },
]

const managedFieldsFields: readonly StructField[] = [
  { name: 'manager', decode: text },
  { name: 'operation', decode: text },
  { name: 'apiVersion', decode: text },
  { name: 'time', decode: time, pointer: true },
  { name: 'fieldsType', decode: text },
  { name: 'fieldsV1', decode: raw, pointer: true },
  { name: 'subresource', decode: text },
]

const objectMetaFields: readonly StructField[] = [
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
  { name: 'ownerReferences', decode: structs('OwnerReference', ownerReferenceFields) },
  { name: 'finalizers', decode: texts },
  { name: 'managedFields', decode: structs('ManagedFieldsEntry', managedFieldsFields) },
]

/** Metadata as Go's ObjectMeta would hold it. */
interface CoercedMeta {
  readonly value: JsonObject
  /** Paths inside metadata that ObjectMeta does not have, in the order they are written. */
  readonly unknown: readonly string[]
}

/**
 * Reads `metadata` into what ObjectMeta can hold: unknown members are dropped and named, empty ones dropped. What has the
 * wrong type makes it throw `DecodeError`, or is dropped too when `dropInvalid` is set (objects that are already stored).
 */
export function coerceObjectMeta(
  metadata: Json,
  options: { readonly dropInvalid?: boolean } = {},
): CoercedMeta {
  const unknown: string[] = []
  const value = decodeStruct(metadata, {
    struct: 'ObjectMeta',
    fields: objectMetaFields,
    holder: { struct: '', field: '' },
    path: '',
    unknown,
    dropInvalid: options.dropInvalid ?? false,
  })
  return { value, unknown }
}

function structs(struct: string, fields: readonly StructField[]): Decoder {
  return (value, at) => {
    if (!isJsonArray(value)) throw wrongType(at, value, `[]v1.${struct}`)
    return value.map((item, index) =>
      decodeStruct(item ?? {}, {
        struct,
        fields,
        holder: at,
        path: `${at.path}[${index}]`,
        unknown: at.unknown,
        dropInvalid: false,
      }),
    )
  }
}

function decodeScalar(jsonType: 'string' | 'boolean', goType: string): Decoder {
  return (value, at) => {
    if (typeof value === jsonType) return value
    throw wrongType(at, value, goType)
  }
}

function mapMembers(object: JsonObject, map: (member: Json) => Json): JsonObject {
  const mapped: MutableJsonObject = {}
  for (const key of Object.keys(object)) setOwn(mapped, key, map(object[key] as Json))
  return mapped
}

function badTime(value: string): DecodeError {
  const layout = '2006-01-02T15:04:05Z07:00'
  return new DecodeError(
    `parsing time ${quoteGo(value)} as ${quoteGo(layout)}: cannot parse ${quoteGo(value)} as "2006"`,
  )
}
