import type { Json, JsonObject } from '../json/json.ts'
import { getOwn, isJsonArray, isJsonObject, type MutableJsonObject, setOwn } from '../json/own.ts'
import type { Schema } from './schema.ts'

/** Keywords that a CustomResourceDefinition can write down and that are then refused or ignored. */
export interface WrittenSchema extends Schema {
  readonly id?: string
  readonly $schema?: string
  readonly $ref?: string
  readonly example?: Json
  readonly externalDocs?: JsonObject
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly dependencies?: JsonObject
  readonly definitions?: Readonly<Record<string, Schema>>
  readonly additionalItems?: Json
  /** `items` written as a list of schemas. */
  readonly itemList?: readonly Schema[]
}

type Reader = (value: Json) => Json | undefined

const text: Reader = (value) => (typeof value === 'string' && value !== '' ? value : undefined)
const flag: Reader = (value) => (typeof value === 'boolean' ? value : undefined)
const number: Reader = (value) =>
  typeof value === 'number' || typeof value === 'bigint' ? Number(value) : undefined
const any: Reader = (value) => value ?? undefined
const object: Reader = (value) => (isJsonObject(value) ? value : undefined)
const list: Reader = (value) => (isJsonArray(value) ? value : undefined)
const texts: Reader = (value) =>
  isJsonArray(value) ? value.filter((item) => typeof item === 'string') : undefined
const objects: Reader = (value) => (isJsonArray(value) ? value.filter(isJsonObject) : undefined)
const one: Reader = (value) => (isJsonObject(value) ? readMembers(value) : undefined)
const many: Reader = (value) => (isJsonArray(value) ? value.filter(isJsonObject).map(readMembers) : undefined)
const oneOrFlag: Reader = (value) => one(value) ?? flag(value)
const byName: Reader = (value) => {
  if (!isJsonObject(value)) return undefined
  const schemas: MutableJsonObject = {}
  for (const name of Object.keys(value)) setOwn(schemas, name, readMembers(value[name] as Json))
  return schemas
}

const readers: Readonly<Record<string, Reader>> = {
  ...members(text, 'id', '$schema', '$ref', 'description', 'type', 'format', 'title', 'pattern'),
  ...members(text, 'x-kubernetes-list-type', 'x-kubernetes-map-type'),
  ...members(flag, 'nullable', 'exclusiveMaximum', 'exclusiveMinimum', 'uniqueItems'),
  ...members(flag, 'x-kubernetes-preserve-unknown-fields', 'x-kubernetes-embedded-resource'),
  ...members(flag, 'x-kubernetes-int-or-string'),
  ...members(number, 'maximum', 'minimum', 'multipleOf', 'maxLength', 'minLength', 'maxItems', 'minItems'),
  ...members(number, 'maxProperties', 'minProperties'),
  ...members(any, 'default', 'example', 'additionalItems'),
  ...members(list, 'enum'),
  ...members(texts, 'required', 'x-kubernetes-list-map-keys'),
  ...members(objects, 'x-kubernetes-validations'),
  ...members(object, 'externalDocs', 'dependencies'),
  ...members(one, 'not', 'items'),
  ...members(oneOrFlag, 'additionalProperties'),
  ...members(many, 'allOf', 'anyOf', 'oneOf'),
  ...members(byName, 'properties', 'patternProperties', 'definitions'),
}

function members(reader: Reader, ...names: readonly string[]): Readonly<Record<string, Reader>> {
  return Object.fromEntries(names.map((name) => [name, reader]))
}

/**
 * Reads a schema out of a CustomResourceDefinition. What is not a keyword, or has the wrong JSON type, is left out: that
 * the definition decodes at all is somebody else's check.
 */
export function readSchema(value: Json | undefined): WrittenSchema {
  return readMembers(value ?? {}) as unknown as WrittenSchema
}

function readMembers(value: Json): JsonObject {
  const schema: MutableJsonObject = {}
  if (!isJsonObject(value)) return schema
  for (const [name, reader] of Object.entries(readers)) {
    const member = getOwn(value, name)
    const read = member === undefined ? undefined : reader(member)
    if (read !== undefined) schema[name] = read
  }
  const items = getOwn(value, 'items')
  if (isJsonArray(items)) schema['itemList'] = items.map(readMembers)
  return schema
}
