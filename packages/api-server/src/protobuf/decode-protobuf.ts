import type { Definition, Field, FieldType, NamedType } from '../builtin/types/definition.ts'
import { typeRegistry } from '../builtin/types/type-registry.ts'
import type { Json } from '../json/json.ts'
import { getOwn, isJsonArray, isJsonObject, type MutableJsonObject, setOwn } from '../json/own.ts'
import { decodeEnvelope, type ExpectedKind, isEnvelope } from './envelope.ts'
import { decodeSchemaChoice } from './json-schema-choice.ts'
import {
  bytesOfField,
  integerOfBits,
  integerOfField,
  realOfField,
  textOfField,
  truthOfField,
} from './scalars.ts'
import {
  durationOf,
  intOrStringOf,
  parseRaw,
  quantityOf,
  rawJsonOf,
  scalarsOf,
  timeOf,
} from './special-types.ts'
import { malformed, readFields, readPackedVarints, type WireField } from './wire-reader.ts'

export interface DecodedObject {
  readonly apiVersion: string
  readonly kind: string
  readonly object: Json
}

/**
 * Reads a body of `application/vnd.kubernetes.protobuf`: any built-in kind, its lists, DeleteOptions of any group and
 * Status. What the envelope leaves out is taken from `expected`. Unknown fields are skipped. Throws `ProtobufError` and
 * nothing else, whatever the bytes are.
 */
export function decodeProtobuf(bytes: Uint8Array, expected: ExpectedKind = {}): DecodedObject {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const { apiVersion, kind, definition, body } = decodeEnvelope(buffer, expected)
  return { apiVersion, kind, object: { kind, apiVersion, ...decodeMessage(body, definition) } }
}

/** Deeper nesting than any real object has; more would exhaust the stack. */
const maxDepth = 200

const fieldsByNumber = new WeakMap<Definition, ReadonlyMap<number, Field>>()

/**
 * One message as JSON. Scalars that are zero are left out unless Go keeps them behind a pointer, because on the wire a
 * plain field is always there and cannot say whether somebody set it.
 */
function decodeMessage(message: Buffer, definition: Definition, depth = 0): MutableJsonObject {
  if (depth > maxDepth) throw malformed('messages nested too deeply')
  const target: MutableJsonObject = {}
  const fields = numbered(definition)
  for (const wire of readFields(message)) {
    const field = fields.get(wire.number)
    if (field !== undefined) decodeField(target, field, { wire, depth })
  }
  return target
}

function numbered(definition: Definition): ReadonlyMap<number, Field> {
  const known = fieldsByNumber.get(definition)
  if (known !== undefined) return known
  const fields = new Map<number, Field>()
  for (const field of definition.fields) if (field.number !== undefined) fields.set(field.number, field)
  fieldsByNumber.set(definition, fields)
  return fields
}

interface Wired {
  readonly wire: WireField
  readonly depth: number
}

function decodeField(target: MutableJsonObject, field: Field, wired: Wired): void {
  const { type, name } = field
  if (field.inline && type.form === 'struct') {
    Object.assign(target, decodeMessage(bytesOfField(wired.wire), struct(type.name), wired.depth + 1))
  } else if (type.form === 'list' && !type.wrapped) {
    const present = getOwn(target, name)
    const items = isJsonArray(present) ? present : []
    setOwn(target, name, [...items, ...decodeItems(type.of, wired)])
  } else if (type.form === 'map') {
    const present = getOwn(target, name)
    const map: MutableJsonObject = isJsonObject(present) ? { ...present } : {}
    decodeEntry(map, type.of, wired)
    setOwn(target, name, map)
  } else {
    const value = decodeValue(type, wired)
    if (value !== undefined && !isUnsetZero(value, type)) setOwn(target, name, value)
    else delete target[name]
  }
}

function isUnsetZero(value: Json, type: FieldType): boolean {
  if (type.form !== 'named') return false
  return value === '' || value === 0 || value === false
}

/** Numbers may come one by one or packed into one field. */
function decodeItems(type: FieldType, wired: Wired): readonly Json[] {
  const { bytes } = wired.wire
  if (bytes !== undefined && type.form === 'named' && integers.has(type.name)) {
    return readPackedVarints(bytes).map(integerOfBits)
  }
  return [decodeValue(type, wired) ?? null]
}

const integers: ReadonlySet<NamedType> = new Set(['int32', 'int64', 'uint32'])

function decodeEntry(map: MutableJsonObject, type: FieldType, { wire, depth }: Wired): void {
  const entry = scalarsOf(bytesOfField(wire))
  const key = entry.get(1)
  const value = entry.get(2)
  setOwn(map, key === undefined ? '' : textOfField(key), decodeMember(value, type, depth))
}

function decodeMember(wire: WireField | undefined, type: FieldType, depth: number): Json {
  if (wire !== undefined) return decodeValue(type, { wire, depth }) ?? null
  if (type.form === 'named') return type.name === 'Quantity' ? '0' : ''
  return type.form === 'list' ? [] : {}
}

function decodeValue(type: FieldType, wired: Wired): Json | undefined {
  switch (type.form) {
    case 'pointer':
      return decodeValue(type.of, wired)
    case 'struct':
      return decodeMessage(bytesOfField(wired.wire), struct(type.name), wired.depth + 1)
    case 'list':
      return [...readFields(bytesOfField(wired.wire))]
        .filter(({ number }) => number === 1)
        .map((wire) => decodeValue(type.of, { wire, depth: wired.depth + 1 }) ?? null)
    case 'map':
      throw malformed('a map in a place where none can stand')
    case 'named':
      return decodeNamed(type.name, wired)
  }
}

function decodeNamed(name: NamedType, { wire, depth }: Wired): Json | undefined {
  switch (name) {
    case 'string':
      return textOfField(wire)
    case 'bool':
      return truthOfField(wire)
    case 'int32':
    case 'int64':
    case 'uint32':
      return integerOfField(wire)
    case 'float64':
      return realOfField(wire)
    case 'bytes':
      return bytesOfField(wire).toString('base64')
    default:
      return decodeSpecial(name, bytesOfField(wire), depth)
  }
}

function decodeSpecial(name: NamedType, message: Buffer, depth: number): Json | undefined {
  switch (name) {
    case 'Time':
      return timeOf(message, 0)
    case 'MicroTime':
      return timeOf(message, 6)
    case 'Quantity':
      return quantityOf(message)
    case 'IntOrString':
      return intOrStringOf(message)
    case 'Duration':
      return durationOf(message)
    case 'RawExtension':
      return decodeRawExtension(message, depth)
    case 'JSONSchemaPropsOrBool':
    case 'JSONSchemaPropsOrArray':
    case 'JSONSchemaPropsOrStringArray':
      return decodeSchemaChoice(name, message, (schema) => decodeMessage(schema, schemaProps(), depth + 1))
    default:
      return rawJsonOf(message)
  }
}

/** An object inside an object: as JSON, or again in protobuf with an envelope of its own. */
function decodeRawExtension(message: Buffer, depth: number): Json | undefined {
  const field = scalarsOf(message).get(1)
  const raw = field === undefined ? undefined : bytesOfField(field)
  if (raw === undefined || raw.length === 0) return undefined
  if (!isEnvelope(raw)) return parseRaw(raw)
  const { apiVersion, kind, definition, body } = decodeEnvelope(raw, {})
  return { apiVersion, kind, ...decodeMessage(body, definition, depth + 1) }
}

function schemaProps(): Definition {
  return struct('apiextensions.v1.JSONSchemaProps')
}

function struct(name: string): Definition {
  const definition = typeRegistry.get(name)
  if (definition === undefined) throw new TypeError(`no table describes ${name}`)
  return definition
}
