import type { Json, JsonObject } from '../../json/json.ts'
import { getOwn, isJsonArray, isJsonObject } from '../../json/own.ts'
import { quoteGo } from '../../json/quote.ts'
import { parseQuantity } from '../../schema/quantity.ts'
import type { Definition, FieldType, NamedType } from './definition.ts'
import { parseDuration } from './duration.ts'
import { timeProblem } from './time-problem.ts'
import { typeRegistry } from './type-registry.ts'

/**
 * What Go could not read into its type, in the words of Go's decoder; `undefined` when all fit. Unknown members are not
 * looked at, null fits everything. A type that reads itself ends the reading where it fails; otherwise Go reads on, and
 * tells of the first value that did not fit.
 */
export function decodeProblem(object: JsonObject, definition: Definition): string | undefined {
  const mismatches: string[] = []
  return structProblem(object, definition, { path: '', mismatches }) ?? mismatches[0]
}

/** Where a value stands: the struct that has the field, and the path of the field from the root. */
interface Place extends Surroundings {
  readonly struct: string
}

interface Surroundings {
  readonly path: string
  /** Collects what does not fit and does not end the reading. */
  readonly mismatches: string[]
}

function structProblem(
  object: JsonObject,
  definition: Definition,
  { path, mismatches }: Surroundings,
): string | undefined {
  const struct = definition.name.slice(definition.name.lastIndexOf('.') + 1)
  const places = placesOf(definition)
  for (const key of Object.keys(object)) {
    const place = places.get(key)
    const value = getOwn(object, key)
    if (place === undefined || value === undefined) continue
    const at = { struct, mismatches, path: path === '' ? place.path : `${path}.${place.path}` }
    const problem = valueProblem(value, place.type, at)
    if (problem !== undefined) return problem
  }
  return undefined
}

interface FieldPlace {
  readonly path: string
  readonly type: FieldType
}

const knownPlaces = new WeakMap<Definition, ReadonlyMap<string, FieldPlace>>()

/** The members of a struct by their JSON name. Go names an inlined struct in its messages, though JSON does not. */
function placesOf(definition: Definition): ReadonlyMap<string, FieldPlace> {
  const known = knownPlaces.get(definition)
  if (known !== undefined) return known
  const places = new Map<string, FieldPlace>()
  for (const field of definition.fields) {
    const inlined =
      field.inline && field.type.form === 'struct' ? typeRegistry.get(field.type.name) : undefined
    if (inlined === undefined) places.set(field.name, { path: field.name, type: field.type })
    else {
      const goName = field.name.charAt(0).toUpperCase() + field.name.slice(1)
      for (const [name, { path, type }] of placesOf(inlined))
        places.set(name, { path: `${goName}.${path}`, type })
    }
  }
  knownPlaces.set(definition, places)
  return places
}

function valueProblem(value: Json, type: FieldType, at: Place): string | undefined {
  if (value === null) return undefined
  switch (type.form) {
    case 'pointer':
      return valueProblem(value, type.of, at)
    case 'list':
      if (!isJsonArray(value)) return mismatch(value, type, at)
      return first(value, (item) => valueProblem(item, type.of, at))
    case 'map':
      if (!isJsonObject(value)) return mismatch(value, type, at)
      return first(Object.values(value), (item) => valueProblem(item, type.of, at))
    case 'struct': {
      const definition = typeRegistry.get(type.name)
      if (!isJsonObject(value)) return mismatch(value, type, at)
      return definition === undefined ? undefined : structProblem(value, definition, at)
    }
    case 'named':
      return namedProblem(value, type, at)
  }
}

function first(items: readonly Json[], problemOf: (item: Json) => string | undefined): string | undefined {
  for (const item of items) {
    const problem = problemOf(item)
    if (problem !== undefined) return problem
  }
  return undefined
}

const integerLimits: Readonly<Partial<Record<NamedType, bigint>>> = {
  int32: 2n ** 31n,
  int64: 2n ** 63n,
  uint32: 2n ** 32n,
}

function namedProblem(value: Json, type: FieldType & { form: 'named' }, at: Place): string | undefined {
  const limit = integerLimits[type.name]
  if (limit !== undefined) return fitsInteger(value, limit) ? undefined : mismatch(value, type, at)
  switch (type.name) {
    case 'string':
      return typeof value === 'string' ? undefined : mismatch(value, type, at)
    case 'bool':
      return typeof value === 'boolean' ? undefined : mismatch(value, type, at)
    case 'float64':
      return typeof value === 'number' || typeof value === 'bigint' ? undefined : mismatch(value, type, at)
    case 'bytes':
      return bytesProblem(value, type, at)
    default:
      return specialProblem(value, type.name, at)
  }
}

function fitsInteger(value: Json, limit: bigint): boolean {
  if (typeof value === 'bigint') return value >= -limit && value < limit
  return (
    typeof value === 'number' && Number.isInteger(value) && value >= -Number(limit) && value < Number(limit)
  )
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

function bytesProblem(value: Json, type: FieldType, at: Place): string | undefined {
  if (isJsonArray(value)) return first(value, (item) => byteProblem(item, at))
  if (typeof value !== 'string') return mismatch(value, type, at)
  const text = value.replace(/[\r\n]/g, '')
  if (base64.test(text)) return undefined
  const wrong = text.search(/[^A-Za-z0-9+/]/)
  at.mismatches.push(
    `illegal base64 data at input byte ${wrong < 0 ? text.length - (text.length % 4) : wrong}`,
  )
  return undefined
}

/** Go reads a list of small numbers as bytes, too. */
function byteProblem(item: Json, at: Place): string | undefined {
  if (item === null || (typeof item === 'number' && Number.isInteger(item) && item >= 0 && item < 256))
    return undefined
  return mismatch(item, { form: 'named', name: 'uint32', goName: 'uint8' }, at)
}

/** Types that read themselves; of what they cannot parse they do not say where it stands. */
function specialProblem(value: Json, name: NamedType, at: Place): string | undefined {
  switch (name) {
    case 'Quantity':
      return quantityProblem(value)
    case 'IntOrString':
      if (typeof value === 'string' || fitsInteger(value, 2n ** 31n)) return undefined
      return misfit(value, { form: 'named', name: 'int32' }, at)
    case 'Time':
    case 'MicroTime':
      return typeof value === 'string' ? timeProblem(value, name) : notText(value, at)
    case 'Duration':
      if (typeof value !== 'string') return notText(value, at)
      return parseDuration(value) === undefined ? `time: invalid duration ${quoteGo(value)}` : undefined
    default:
      return undefined
  }
}

function notText(value: Json, at: Place): string {
  return misfit(value, { form: 'named', name: 'string' }, at)
}

const quantityShape = /^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$/

function quantityProblem(value: Json): string | undefined {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (text !== '' && parseQuantity(text) !== undefined) return undefined
  // Two points pass the pattern that the message shows, but not the one that is used.
  return quantityShape.test(text) && !/\..*\./.test(text)
    ? "unable to parse quantity's suffix"
    : `quantities must match the regular expression '${quantityShape.source}'`
}

/** Notes a value of another type; reading goes on. */
function mismatch(value: Json, type: FieldType, at: Place): undefined {
  at.mismatches.push(misfit(value, type, at))
  return undefined
}

function misfit(value: Json, type: FieldType, { struct, path }: Place): string {
  const wanted = type.form === 'named' && integerLimits[type.name] !== undefined ? 'integer' : 'other'
  return `json: cannot unmarshal ${shownType(value, wanted)} into Go struct field ${struct}.${path} of type ${goType(type)}`
}

function shownType(value: Json, wanted: string): string {
  if (typeof value === 'number' || typeof value === 'bigint') {
    return wanted === 'integer' ? `number ${value}` : 'number'
  }
  if (typeof value === 'boolean') return 'bool'
  if (isJsonArray(value)) return 'array'
  return typeof value
}

function goType(type: FieldType): string {
  switch (type.form) {
    case 'pointer':
      return goType(type.of)
    case 'struct':
      return type.name.split('.').slice(-2).join('.')
    case 'list':
      return type.goName ?? `[]${goType(type.of)}`
    case 'map':
      return type.goName ?? `map[string]${goType(type.of)}`
    case 'named':
      return type.goName ?? goNames[type.name] ?? type.name
  }
}

const goNames: Readonly<Partial<Record<NamedType, string>>> = {
  bytes: '[]uint8',
  Quantity: 'resource.Quantity',
  IntOrString: 'intstr.IntOrString',
  Time: 'v1.Time',
  MicroTime: 'v1.MicroTime',
}
