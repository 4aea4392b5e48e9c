import { CelError, noSuchOverload } from './cel-error.ts'

/** A value that an expression computes with. A bigint is an int, a number is a double. */
export type CelValue =
  | null
  | boolean
  | bigint
  | number
  | string
  | Uint8Array
  | Uint
  | Duration
  | Timestamp
  | TypeName
  | Optional
  | CelList
  | CelMap
  | Opaque

/** An unsigned integer. */
export class Uint {
  readonly value: bigint

  constructor(value: bigint) {
    this.value = value
  }
}

export class Duration {
  readonly nanos: bigint

  constructor(nanos: bigint) {
    this.nanos = nanos
  }
}

/** An instant, in nanoseconds since 1970. */
export class Timestamp {
  readonly nanos: bigint

  constructor(nanos: bigint) {
    this.nanos = nanos
  }
}

/** What `type(x)` answers. */
export class TypeName {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** A value that may be missing. */
export class Optional {
  readonly value: CelValue | undefined

  constructor(value: CelValue | undefined) {
    this.value = value
  }
}

/** A value of one of the Kubernetes libraries. */
export abstract class Opaque {
  abstract readonly typeName: string
  abstract equals(other: Opaque): boolean
}

/** A list. Lists that come from a schema of type set or map compare without regard to order. */
export abstract class CelList {
  abstract readonly size: number
  /** The item at an index that exists. */
  abstract at(index: number): CelValue
  /** How two lists of this type compare and add up. */
  readonly identity: ListIdentity | undefined

  constructor(identity?: ListIdentity) {
    this.identity = identity
  }

  items(): readonly CelValue[] {
    return Array.from({ length: this.size }, (_, index) => this.at(index))
  }
}

/** What makes an item of a set or map list the same item. */
export type ListIdentity = (item: CelValue) => string

export class ArrayList extends CelList {
  readonly #items: readonly CelValue[]

  constructor(items: readonly CelValue[], identity?: ListIdentity) {
    super(identity)
    this.#items = items
  }

  get size(): number {
    return this.#items.length
  }

  at(index: number): CelValue {
    return this.#items[index] as CelValue
  }

  override items(): readonly CelValue[] {
    return this.#items
  }
}

/** A map, or an object with known fields, which is read in the same way. */
export abstract class CelMap {
  abstract readonly size: number
  abstract keys(): readonly CelValue[]
  abstract get(key: CelValue): CelValue | undefined
}

/** A map that an expression built. */
export class EntryMap extends CelMap {
  readonly #entries: ReadonlyMap<string, readonly [CelValue, CelValue]>

  constructor(entries: readonly (readonly [CelValue, CelValue])[]) {
    super()
    const byKey = new Map<string, readonly [CelValue, CelValue]>()
    for (const entry of entries) {
      const key = mapKey(entry[0])
      if (byKey.has(key)) throw new CelError(`Failed with repeated key`)
      byKey.set(key, entry)
    }
    this.#entries = byKey
  }

  get size(): number {
    return this.#entries.size
  }

  keys(): readonly CelValue[] {
    return [...this.#entries.values()].map(([key]) => key)
  }

  get(key: CelValue): CelValue | undefined {
    return this.#entries.get(mapKey(key))?.[1]
  }
}

/** A text that two keys share exactly when they are equal; numbers of different types can be. */
function mapKey(key: CelValue): string {
  if (typeof key === 'string') return `s${key}`
  if (typeof key === 'boolean') return `b${key}`
  if (key instanceof Uint) return `n${key.value}`
  if (typeof key === 'bigint' || typeof key === 'number') return `n${key}`
  throw new CelError(`unsupported key type`)
}

/** The name of a value's type, as `type(x)` shows it. */
export function typeNameOf(value: CelValue): string {
  if (value === null) return 'null_type'
  switch (typeof value) {
    case 'boolean':
      return 'bool'
    case 'bigint':
      return 'int'
    case 'number':
      return 'double'
    case 'string':
      return 'string'
    default:
      return objectTypeName(value)
  }
}

function objectTypeName(value: CelValue & object): string {
  if (value instanceof Uint8Array) return 'bytes'
  if (value instanceof Uint) return 'uint'
  if (value instanceof Duration) return 'google.protobuf.Duration'
  if (value instanceof Timestamp) return 'google.protobuf.Timestamp'
  if (value instanceof TypeName) return 'type'
  if (value instanceof Optional) return 'optional_type'
  if (value instanceof CelList) return 'list'
  if (value instanceof CelMap) return 'map'
  return value.typeName
}

export function asBool(value: CelValue): boolean {
  if (typeof value === 'boolean') return value
  throw noSuchOverload()
}

/** How much there is of a value: characters, bytes, items; one for anything else. */
export function sizeOf(value: CelValue): number {
  if (typeof value === 'string') return value.length
  if (value instanceof Uint8Array) return value.length
  if (value instanceof CelList || value instanceof CelMap) return value.size
  return 1
}
