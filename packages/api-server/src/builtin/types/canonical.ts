import type { Json, JsonObject } from '../../json/json.ts'
import { isJsonArray, isJsonObject } from '../../json/own.ts'
import { canonicalQuantity } from '../../schema/quantity.ts'
import type { Draft, DraftValue } from '../draft.ts'
import type { Definition, Field, FieldType, NamedType } from './definition.ts'
import { canonicalDuration } from './duration.ts'
import { zeroDefault } from './schema-of.ts'
import { canonicalMicroTime, canonicalTime } from './time.ts'
import { typeRegistry } from './type-registry.ts'

/**
 * The object as Go would write it after reading it: unknown fields gone, empty optional fields gone, fields that are
 * never left out there with their zero value, times, quantities and durations in their one spelling. A fresh tree that
 * the caller may change. A value of the wrong JSON type stays as it is: to refuse it is the decoder's business.
 */
export function canonical(
  object: JsonObject,
  definition: Definition,
  { fillStruct = leave, emptyLists = 'kept' }: CanonicalOptions = {},
): Draft {
  const how = { fillStruct, emptyLists }
  const draft: Draft = {}
  for (const { field, leavesNothing } of plansOf(definition)) {
    // No field of any type has the name of something that objects inherit.
    const given = object[field.name]
    // Most fields of most objects.
    if (leavesNothing && (given === undefined || given === null)) continue
    const value = canonicalField(given, field, how)
    if (value !== undefined) draft[field.name] = value
  }
  fillStruct(definition.name, draft)
  return draft
}

interface FieldPlan {
  readonly field: Field
  /** Whether nothing stands for the field where it is absent, whatever the options. */
  readonly leavesNothing: boolean
}

const plans = new WeakMap<Definition, readonly FieldPlan[]>()

function plansOf(definition: Definition): readonly FieldPlan[] {
  const known = plans.get(definition)
  if (known !== undefined) return known
  const made = typeRegistry
    .jsonFieldsOf(definition)
    .map((field) => ({ field, leavesNothing: leavesNothing(field) }))
  plans.set(definition, made)
  return made
}

function leavesNothing({ type, omit, defaultText = '' }: Field): boolean {
  if (type.form === 'struct' || omit === 'never' || defaultText !== '') return false
  return omittedZero(type, omit) === undefined
}

export interface CanonicalOptions {
  /** May fill every struct of the object in place; called with the inner ones first. */
  readonly fillStruct?: FillStruct
  /** `null`: a list that is empty and cannot be left out is null, which is what storing it makes of it. */
  readonly emptyLists?: 'kept' | 'null'
}

type How = Required<CanonicalOptions>

type FillStruct = (name: string, draft: Draft) => void

const leave: FillStruct = () => {}

function canonicalField(value: Json | undefined, field: Field, how: How): DraftValue | undefined {
  const given = value ?? undefined
  const { type, omit } = field
  if (type.form === 'struct') return canonicalValue(given ?? {}, type, how)
  if (given === undefined)
    return presetOf(field, how) ?? (omit === 'never' ? zeroOf(type) : omittedZero(type, omit))
  const written = canonicalValue(given, type, how)
  if (!isEmpty(written, type)) return written
  if (omit !== 'never') return undefined
  return how.emptyLists === 'null' ? zeroOf(type) : written
}

/** A default in the type itself, such as TCP for a port. Zero values are no defaults but absent fields. */
function presetOf({ defaultText = '', type }: Field, { fillStruct }: How): DraftValue | undefined {
  if (defaultText === '' || fillStruct === leave) return undefined
  const preset = JSON.parse(defaultText) as DraftValue
  return type.form === 'pointer' || preset ? preset : undefined
}

/** `omitempty` cannot leave out a struct, and some of the special types are structs to Go. */
function omittedZero(type: FieldType, omit: 'empty' | 'zero'): DraftValue | undefined {
  if (omit === 'zero' || type.form !== 'named') return undefined
  return structLike.has(type.name) ? zeroOf(type) : undefined
}

const structLike: ReadonlySet<NamedType> = new Set([
  'Time',
  'MicroTime',
  'Duration',
  'Quantity',
  'IntOrString',
  'RawExtension',
  'JSON',
])

function isEmpty(value: DraftValue, type: FieldType): boolean {
  if (type.form === 'pointer') return false
  if (type.form === 'list') return Array.isArray(value) && value.length === 0
  if (type.form === 'map') return isJsonObject(value) && Object.keys(value).length === 0
  return value === '' || value === 0 || value === false
}

function canonicalValue(value: Json, type: FieldType, how: How): DraftValue {
  switch (type.form) {
    case 'pointer':
      return canonicalValue(value, type.of, how)
    case 'list':
      return isJsonArray(value)
        ? value.map((item) => canonicalItem(item, type.of, how))
        : (value as DraftValue)
    case 'map':
      return isJsonObject(value) ? canonicalMap(value, type.of, how) : (value as DraftValue)
    case 'struct':
      return isJsonObject(value) ? canonical(value, struct(type.name), how) : (value as DraftValue)
    case 'named':
      return canonicalNamed(value, type.name)
  }
}

function canonicalItem(item: Json, type: FieldType, how: How): DraftValue {
  if (item === null) {
    if (type.form === 'struct') return canonicalValue({}, type, how)
    // Stored, no bytes and none at all are the same.
    return type.form === 'named' && type.name === 'bytes' ? '' : zeroOf(type)
  }
  return canonicalValue(item, type, how)
}

function canonicalMap(map: JsonObject, type: FieldType, how: How): Draft {
  // Labels, annotations and data are maps of texts, which need no work; and they are the largest part of many objects.
  if (type.form === 'named' && type.name === 'string' && holdsTexts(map)) return { ...map } as Draft
  const entries = Object.entries(map).map(([key, item]) => [key, canonicalItem(item, type, how)] as const)
  return Object.fromEntries(entries)
}

function holdsTexts(map: JsonObject): boolean {
  for (const key in map) if (typeof map[key] !== 'string') return false
  return true
}

function canonicalNamed(value: Json, name: NamedType): DraftValue {
  if (typeof value === 'string') {
    if (name === 'Quantity') return canonicalQuantity(value)
    if (name === 'Time') return canonicalTime(value)
    if (name === 'MicroTime') return canonicalMicroTime(value)
    if (name === 'Duration') return canonicalDuration(value)
  }
  if (name === 'bytes' && isJsonArray(value)) return Buffer.from(value.map(Number)).toString('base64')
  if (name === 'Quantity' && typeof value === 'number') return canonicalQuantity(String(value))
  return value as DraftValue
}

function zeroOf(type: FieldType): DraftValue {
  if (type.form === 'struct') return canonical({}, struct(type.name))
  return type.form === 'named' ? namedZero(type.name) : null
}

function namedZero(name: NamedType): DraftValue {
  if (name === 'IntOrString') return 0
  if (name === 'Quantity') return '0'
  if (name === 'Duration') return '0s'
  return (zeroDefault({ form: 'named', name }) ?? null) as DraftValue
}

function struct(name: string): Definition {
  const definition = typeRegistry.get(name)
  if (definition === undefined) throw new TypeError(`no table describes ${name}`)
  return definition
}
