import type { Json, JsonObject } from '../../json/json.ts'
import { getOwn, isJsonArray, isJsonObject } from '../../json/own.ts'
import { showGoJson } from '../../json/show-go.ts'
import { type CompiledSchema, compileSchema } from '../compiled-schema.ts'
import { wordyDuration } from '../formats/dates.ts'
import { CelError } from './cel-error.ts'
import { describesNames } from './declare.ts'
import { escapeName, unescapeName } from './escape.ts'
import { parseDuration, parseTimestamp } from './time.ts'
import { CelList, CelMap, type CelValue, Duration, type ListIdentity, Timestamp } from './values.ts'

const nameSchema = compileSchema({
  type: 'object',
  properties: { name: { type: 'string' }, generateName: { type: 'string' } },
})
const textSchema = compileSchema({ type: 'string' })

/** A custom or embedded resource, or a part of one. */
export type ValueKind = 'resource' | 'part'

/** A JSON value as expressions see it. Parts are converted when they are looked at. */
export function fromJson(value: Json, schema: CompiledSchema, kind: ValueKind = 'part'): CelValue {
  if (value === null) {
    if (schema.nullable) return null
    throw new CelError('invalid data, got null for schema with nullable=false')
  }
  const { source } = schema
  if (source['x-kubernetes-int-or-string'] === true) return fromIntOrString(value)
  switch (source.type) {
    case 'object':
      if (isJsonObject(value)) return new JsonMap(value, schema, schema.embedded ? 'resource' : kind)
      break
    case 'array':
      if (isJsonArray(value) && schema.items) return new JsonList(value, schema, schema.items)
      break
    case 'string':
      if (typeof value === 'string') return fromText(value, source.format)
      break
    case 'number':
      if (typeof value === 'number' || typeof value === 'bigint') return Number(value)
      break
    case 'integer':
      if (typeof value === 'bigint') return value
      if (typeof value === 'number' && Number.isInteger(value)) return BigInt(value)
      break
    case 'boolean':
      if (typeof value === 'boolean') return value
      break
  }
  throw new CelError(`invalid data, expected ${source.type ?? 'a typed value'}`)
}

function fromIntOrString(value: Json): CelValue {
  if (typeof value === 'string' || typeof value === 'bigint') return value
  if (typeof value === 'number' && Number.isInteger(value)) return BigInt(value)
  throw new CelError('invalid data, expected XIntOrString value to be either a string or integer')
}

function fromText(text: string, format: string | undefined): CelValue {
  switch (format) {
    case 'byte':
      return bytesOf(text)
    case 'duration': {
      const nanos = parseDuration(text) ?? wordyDuration(text)
      if (nanos === undefined) throw new CelError(`Invalid duration ${text}`)
      return new Duration(nanos)
    }
    case 'date':
    case 'date-time': {
      const nanos = parseTimestamp(format === 'date' ? `${text}T00:00:00Z` : text)
      if (nanos === undefined) throw new CelError(`Invalid ${format} formatted string ${text}`)
      return new Timestamp(nanos)
    }
    default:
      return text
  }
}

/** kube-apiserver decodes with the alphabet for URLs, which has other characters for two of the 64. */
function bytesOf(text: string): Uint8Array {
  const illegal = text.search(/[+/]/)
  if (illegal < 0) return Uint8Array.from(Buffer.from(text, 'base64url'))
  throw new CelError(`Invalid byte formatted string ${text}: illegal base64 data at input byte ${illegal}`)
}

class JsonList extends CelList {
  readonly #json: readonly Json[]
  readonly #schema: CompiledSchema
  readonly #items: CelValue[] = []

  constructor(json: readonly Json[], schema: CompiledSchema, items: CompiledSchema) {
    super(identityOf(schema))
    this.#json = json
    this.#schema = items
  }

  get size(): number {
    return this.#json.length
  }

  at(index: number): CelValue {
    const known = this.#items[index]
    if (known !== undefined) return known
    const value = fromJson(this.#json[index] as Json, this.#schema)
    this.#items[index] = value
    return value
  }
}

function identityOf({ source }: CompiledSchema): ListIdentity | undefined {
  if (source['x-kubernetes-list-type'] === 'set') return textOf
  if (source['x-kubernetes-list-type'] !== 'map') return undefined
  const keys = (source['x-kubernetes-list-map-keys'] ?? []).map((key) => escapeName(key) ?? key)
  return (item) => {
    if (!(item instanceof CelMap)) return textOf(item)
    return keys.map((key) => textOf(item.get(key) ?? null)).join('\0')
  }
}

// A list that contains one list many times over is small, its text is not.
const maxText = 1_000_000

/** A text that tells one value from another, whatever it is made of. */
function textOf(value: CelValue): string {
  const text = writtenOut(value)
  if (text.length > maxText) throw new CelError('values are too large to be compared')
  return text
}

function writtenOut(value: CelValue): string {
  if (value instanceof JsonMap) return showGoJson(value.json)
  if (value instanceof CelList) return `[${value.items().map(textOf).join(',')}]`
  if (!(value instanceof CelMap)) return `${typeof value} ${String(value)}`
  const entries = value.keys().map((key) => `${textOf(key)}:${textOf(value.get(key) ?? null)}`)
  return `{${entries.sort().join(',')}}`
}

/** A JSON object: with a schema for all its members a map, with properties an object whose fields have escaped names. */
class JsonMap extends CelMap {
  readonly json: JsonObject
  readonly #schema: CompiledSchema
  readonly #resource: boolean
  readonly #known: Map<string, CelValue | undefined> = new Map()

  constructor(json: JsonObject, schema: CompiledSchema, kind: ValueKind) {
    super()
    this.json = json
    this.#schema = schema
    this.#resource = kind === 'resource'
  }

  get size(): number {
    return Object.keys(this.json).length
  }

  keys(): readonly CelValue[] {
    const names = Object.keys(this.json).filter((name) => this.#schemaOf(name) !== undefined)
    return this.#isObject ? names.map((name) => escapeName(name) ?? name) : names
  }

  get(key: CelValue): CelValue | undefined {
    if (typeof key !== 'string') return undefined
    if (!this.#known.has(key)) this.#known.set(key, this.#read(key))
    return this.#known.get(key)
  }

  #read(key: string): CelValue | undefined {
    const name = this.#isObject ? unescapeName(key) : key
    const value = name === undefined ? undefined : getOwn(this.json, name)
    if (name === undefined || value === undefined) return undefined
    // A field that is null counts as missing; a member of a map that is null is there.
    if (this.#isObject && value === null) return undefined
    const schema = this.#schemaOf(name)
    return schema && fromJson(value, schema)
  }

  get #isObject(): boolean {
    return this.#resource || this.#schema.properties.size > 0
  }

  #schemaOf(name: string): CompiledSchema | undefined {
    if (this.#resource) {
      if (name === 'kind' || name === 'apiVersion') return textSchema
      const written = this.#schema.properties.get(name)
      if (name === 'metadata' && !(written && describesNames(written))) return nameSchema
    }
    return this.#schema.member(name)
  }
}
