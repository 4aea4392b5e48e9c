import { unescapeName } from './escape.ts'
import { ArrayList, CelMap, type CelValue } from './values.ts'

/** A map whose members are read when an expression asks for them; what `get` throws as `CelError` is an error inside the expression. */
export interface Members {
  readonly keys: () => readonly string[]
  readonly get: (key: string) => unknown
}

/** A map of an expression over members of any kind. */
export const mapOver = (members: Members): CelMap => new PlainMap(members)

/** A JSON value without a schema as expressions see it: whole numbers are ints, everything else is what JSON says it is. */
export function plainValue(value: unknown): CelValue {
  if (Array.isArray(value)) return new ArrayList(value.map(plainValue))
  if (typeof value === 'object' && value !== null) {
    const object = value as Readonly<Record<string, unknown>>
    const get = (key: string): unknown => (Object.hasOwn(object, key) ? object[key] : undefined)
    return mapOver({ keys: () => Object.keys(object), get })
  }
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value
  return value === undefined ? null : (value as string | boolean | bigint | null)
}

class PlainMap extends CelMap {
  readonly #members: Members
  readonly #known: Map<string, CelValue | undefined> = new Map()

  constructor(members: Members) {
    super()
    this.#members = members
  }

  get size(): number {
    return this.#members.keys().length
  }

  keys(): readonly CelValue[] {
    return this.#members.keys()
  }

  get(key: CelValue): CelValue | undefined {
    if (typeof key !== 'string') return undefined
    if (!this.#known.has(key)) this.#known.set(key, this.#read(key))
    return this.#known.get(key)
  }

  // A name that no identifier can spell is written as rules of definitions write it: `__namespace__`.
  #read(key: string): CelValue | undefined {
    const found = this.#members.get(key) ?? this.#members.get(unescapeName(key) ?? key)
    return found === undefined ? undefined : plainValue(found)
  }
}
