import type { Json, JsonObject } from '../json/json.ts'
import { isJsonArray, isJsonObject, type MutableJsonObject, setOwn } from '../json/own.ts'

/** Turns a member into what Go would hold, or throws `DecodeError`. Never called with null. */
export type Decoder = (value: Json, at: Place) => Json

/** Which field of which Go struct is being read. */
export interface Place {
  readonly struct: string
  /** The names on the way to it, without indexes, as Go reports them. */
  readonly field: string
  /** The path from where decoding began, for naming unknown members. */
  readonly path: string
  readonly unknown: string[]
}

export interface StructField {
  readonly name: string
  readonly decode: Decoder
  /** The field is a pointer in Go: what it holds is written even when empty. */
  readonly pointer?: true
  /** Written even when it is missing, with this value. */
  readonly always?: Json
}

/** A value that does not fit the Go type behind it. The message is that of Go's decoder. */
export class DecodeError extends Error {
  override readonly name: string = 'DecodeError'
}

/** The value is of one kind, the Go field of another. */
export function wrongType(at: Pick<Place, 'struct' | 'field'>, value: Json, wanted: string): DecodeError {
  const target = at.field === '' ? 'Go value' : `Go struct field ${at.struct}.${at.field}`
  const found = wanted === 'int64' && typeof value === 'number' ? `number ${value}` : kindOf(value)
  return new DecodeError(`json: cannot unmarshal ${found} into ${target} of type ${wanted}`)
}

function kindOf(value: Json): string {
  if (isJsonArray(value)) return 'array'
  if (typeof value === 'boolean') return 'bool'
  return typeof value === 'bigint' ? 'number' : typeof value
}

interface StructDecoding {
  readonly struct: string
  readonly fields: readonly StructField[]
  /** The field that holds the struct; its `field` is '' at the beginning. */
  readonly holder: Pick<Place, 'struct' | 'field'>
  readonly path: string
  readonly unknown: string[]
  readonly dropInvalid: boolean
}

/** Reads an object as a Go struct does: unknown members are named and dropped, empty values vanish. */
export function decodeStruct(value: Json, decoding: StructDecoding): JsonObject {
  const { struct, fields, holder, path, unknown } = decoding
  if (!isJsonObject(value)) {
    if (value === null || decoding.dropInvalid) return {}
    throw wrongType(decoding.holder, value, `v1.${struct}`)
  }
  const result: MutableJsonObject = {}
  for (const key of Object.keys(value)) {
    const known = fields.find(({ name }) => name === key)
    const field = holder.field === '' ? key : `${holder.field}.${key}`
    const place = { struct, field, path: path === '' ? key : `${path}.${key}`, unknown }
    if (!known) unknown.push(place.path)
    else decodeField(result, known, { member: value[key] as Json, place, dropInvalid: decoding.dropInvalid })
  }
  for (const { name, always } of fields) {
    if (always !== undefined && !Object.hasOwn(result, name)) setOwn(result, name, always)
  }
  return result
}

interface Member {
  readonly member: Json
  readonly place: Place
  readonly dropInvalid: boolean
}

function decodeField(
  result: MutableJsonObject,
  field: StructField,
  { member, place, dropInvalid }: Member,
): void {
  if (member === null) return
  try {
    const decoded = field.decode(member, place)
    if (field.pointer || field.always !== undefined || !isZero(decoded)) result[field.name] = decoded
  } catch (error) {
    if (!(error instanceof DecodeError && dropInvalid)) throw error
  }
}

function isZero(value: Json): boolean {
  if (isJsonArray(value)) return value.length === 0
  if (isJsonObject(value)) return Object.keys(value).length === 0
  return value === '' || value === 0 || value === false
}
