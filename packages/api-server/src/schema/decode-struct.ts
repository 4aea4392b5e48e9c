import type { Json, JsonObject } from '../json/json.ts'
import { mapMembers } from '../json/map-json.ts'
import { isJsonArray, isJsonObject } from '../json/own.ts'

/** Turns a member into what Go would hold, mostly itself, or throws `DecodeError`. Never called with null. */
export type Decoder = (member: Json, name: string, place: StructPlace) => Json

/** Which Go struct is being read, and where it stands. */
export interface StructPlace {
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

/** A Go struct: its name, its fields, and those of them that are always written. */
export interface StructType {
  readonly struct: string
  readonly fields: ReadonlyMap<string, StructField>
  readonly always: readonly StructField[]
}

export function structType(struct: string, fields: readonly StructField[]): StructType {
  return {
    struct,
    fields: new Map(fields.map((field) => [field.name, field])),
    always: fields.filter(({ always }) => always !== undefined),
  }
}

/** A value that does not fit the Go type behind it. The message is that of Go's decoder. */
export class DecodeError extends Error {
  override readonly name: string = 'DecodeError'
}

/** The value is of one kind, the Go field of another. */
export function wrongType(at: FieldPlace, value: Json, wanted: string): DecodeError {
  const target = at.field === '' ? 'Go value' : `Go struct field ${at.struct}.${at.field}`
  const found = wanted === 'int64' && typeof value === 'number' ? `number ${value}` : kindOf(value)
  return new DecodeError(`json: cannot unmarshal ${found} into ${target} of type ${wanted}`)
}

function kindOf(value: Json): string {
  if (isJsonArray(value)) return 'array'
  if (typeof value === 'boolean') return 'bool'
  return typeof value === 'bigint' ? 'number' : typeof value
}

/** A field of a Go struct, as messages name it. */
interface FieldPlace {
  readonly struct: string
  readonly field: string
}

export function fieldIn({ struct, field }: FieldPlace, name: string): FieldPlace {
  return { struct, field: child(field, name) }
}

export function child(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}

interface StructDecoding {
  /** The field that holds the struct; its `field` is '' at the beginning. */
  readonly holder: FieldPlace
  readonly path: string
  readonly unknown: string[]
  readonly dropInvalid: boolean
}

/**
 * Reads an object as a Go struct does: unknown members are named and dropped, empty values vanish. Gives the same object
 * back when nothing changes, as with nearly all that are read.
 */
export function decodeStruct(value: Json, type: StructType, decoding: StructDecoding): JsonObject {
  const { holder, path, unknown, dropInvalid } = decoding
  const { struct, fields, always } = type
  if (!isJsonObject(value)) {
    if (value === null || dropInvalid) return {}
    throw wrongType(holder, value, `v1.${struct}`)
  }
  const place = { struct, field: holder.field, path, unknown }
  const decode = (member: Json, name: string): Json | undefined => {
    const field = fields.get(name)
    if (field !== undefined) return decodeField(field, member, { place, dropInvalid })
    unknown.push(child(path, name))
    return undefined
  }
  const members = mapMembers(value, decode)
  const missing = always.filter(({ name }) => !Object.hasOwn(members, name))
  if (missing.length === 0) return members
  return { ...members, ...Object.fromEntries(missing.map(({ name, always: text }) => [name, text as Json])) }
}

interface Member {
  readonly place: StructPlace
  readonly dropInvalid: boolean
}

/** What is written of a member; `undefined` for nothing. */
function decodeField(field: StructField, member: Json, { place, dropInvalid }: Member): Json | undefined {
  if (member === null) return undefined
  try {
    const decoded = field.decode(member, field.name, place)
    return field.pointer || field.always !== undefined || !isZero(decoded) ? decoded : undefined
  } catch (error) {
    if (!(error instanceof DecodeError && dropInvalid)) throw error
    return undefined
  }
}

function isZero(value: Json): boolean {
  if (isJsonArray(value)) return value.length === 0
  if (isJsonObject(value)) return isEmpty(value)
  return value === '' || value === 0 || value === false
}

function isEmpty(object: JsonObject): boolean {
  for (const _ in object) return false
  return true
}
