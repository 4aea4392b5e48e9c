import type { Json, JsonObject, KubeObject } from '../json/json.ts'
import { getOwn, isJsonArray, isJsonObject, type MutableJsonObject } from '../json/own.ts'
import { stringifyJson } from '../json/stringify-json.ts'
import { type FieldSet, readFieldsV1 } from './field-set.ts'
import { compareOwners, type Owner, type Owners, ownerId } from './owner.ts'
import { knownSet, rememberSet } from './shared-sets.ts'

export type DecodedManagedFields =
  | { readonly kind: 'decoded'; readonly owners: Owners }
  /** The list cannot be used; `message` says why in the server's words. */
  | { readonly kind: 'undecodable'; readonly message: string }

// Sets are derived from immutable entries; whether one is read again or remembered cannot be told apart.
const decodedFields = new WeakMap<JsonObject, FieldSet>()

/** Of two levels of a set. None of more has so short a text. */
const mostMembers = 2048

/** Reads `metadata.managedFields`. Nothing is as good as an empty list. */
export function decodeManagedFields(managedFields: Json | undefined): DecodedManagedFields {
  const owners = new Map<string, Owner>()
  if (managedFields === undefined || managedFields === null) return { kind: 'decoded', owners }
  if (!isJsonArray(managedFields)) return undecodable('managedFields must be a list')
  for (const [index, entry] of managedFields.entries()) {
    const owner = decodeEntry(entry, index)
    if (typeof owner === 'string') return undecodable(owner)
    owners.set(ownerId(owner), owner)
  }
  return { kind: 'decoded', owners }
}

function undecodable(message: string): DecodedManagedFields {
  return { kind: 'undecodable', message }
}

function decodeEntry(entry: Json, index: number): Owner | string {
  if (!isJsonObject(entry)) return `entry ${index} must be an object`
  const operation = textIn(entry, 'operation')
  if (operation !== 'Apply' && operation !== 'Update') return 'operation must be `Apply` or `Update`'
  const apiVersion = textIn(entry, 'apiVersion')
  if (apiVersion === '') return 'apiVersion must not be empty'
  const fieldsType = textIn(entry, 'fieldsType')
  if (fieldsType === '') return `missing fieldsType in managed fields entry ${index}`
  if (fieldsType !== 'FieldsV1') return `invalid fieldsType "${fieldsType}" in managed fields entry ${index}`
  const fields = decodeFields(getOwn(entry, 'fieldsV1') ?? null)
  if (typeof fields === 'string') return `error decoding set: ${fields}`
  const time = textIn(entry, 'time')
  return {
    manager: textIn(entry, 'manager'),
    operation,
    apiVersion,
    subresource: textIn(entry, 'subresource'),
    time: time === '' ? undefined : time,
    fields,
    stored: entry,
  }
}

function decodeFields(fields: Json): FieldSet | string {
  if (!isJsonObject(fields)) return readSet(fields)
  const known = decodedFields.get(fields)
  if (known !== undefined) return known
  const text = hasMoreThan(mostMembers, fields) ? undefined : stringifyJson(fields)
  const set = (text === undefined ? undefined : knownSet(text)) ?? readSet(fields)
  if (typeof set === 'string') return set
  decodedFields.set(fields, set)
  if (text !== undefined) rememberSet(text, set)
  return set
}

/** Told before the text is made, which takes long where there are very many. */
function hasMoreThan(limit: number, fields: JsonObject): boolean {
  let count = 0
  for (const key in fields) {
    const below = fields[key]
    if (isJsonObject(below)) for (const _ in below) if (++count > limit) return true
  }
  return false
}

function readSet(fields: Json): FieldSet | string {
  const read = readFieldsV1(fields)
  return typeof read['error'] === 'string' ? read['error'] : (read as FieldSet)
}

function textIn(entry: JsonObject, key: string): string {
  const value = getOwn(entry, key)
  return typeof value === 'string' ? value : ''
}

/** Writes `metadata.managedFields`; undefined when nobody owns anything. */
export function encodeManagedFields(owners: Owners): readonly JsonObject[] | undefined {
  if (owners.size === 0) return undefined
  return [...owners.values()].sort(compareOwners).map((owner) => owner.stored ?? encodeEntry(owner))
}

function encodeEntry({ manager, operation, apiVersion, subresource, time, fields }: Owner): JsonObject {
  if (!decodedFields.has(fields)) decodedFields.set(fields, fields)
  const entry: MutableJsonObject = {}
  if (manager !== '') entry['manager'] = manager
  entry['operation'] = operation
  entry['apiVersion'] = apiVersion
  if (time !== undefined) entry['time'] = time
  entry['fieldsType'] = 'FieldsV1'
  entry['fieldsV1'] = fields
  if (subresource !== '') entry['subresource'] = subresource
  return entry
}

/** Whether somebody asks to forget all owners: by an empty list, or by a list of one empty entry. */
export function isReset(managedFields: Json | undefined): boolean {
  if (!isJsonArray(managedFields)) return false
  const [first, ...others] = managedFields
  return (
    first === undefined || (others.length === 0 && isJsonObject(first) && Object.keys(first).length === 0)
  )
}

export function managedFieldsOf(object: KubeObject): Json | undefined {
  return getOwn(object.metadata, 'managedFields')
}

/** The object with other managed fields, or without any. */
export function withManagedFields(object: KubeObject, managedFields: Json | undefined): KubeObject {
  const before = managedFieldsOf(object)
  if (managedFields === before) return object
  const rest = before === undefined ? object.metadata : withoutOwners(object.metadata)
  const next = managedFields === undefined ? rest : { ...rest, managedFields }
  return { ...object, metadata: next as KubeObject['metadata'] }
}

function withoutOwners({ managedFields: _, ...metadata }: KubeObject['metadata']): JsonObject {
  return metadata
}
