import { CelError, noSuchOverload } from './cel-error.ts'
import {
  CelList,
  CelMap,
  type CelValue,
  Duration,
  type ListIdentity,
  Opaque,
  Optional,
  Timestamp,
  TypeName,
  Uint,
} from './values.ts'

/**
 * Counts comparisons. Lists can contain one list many times over, so that a short expression builds a value that would take
 * forever to compare with another.
 */
class Fuse {
  #left = 1_000_000

  burn(): void {
    if (--this.#left < 0) throw new CelError('values are too large to be compared')
  }
}

/** Whether two values are equal. Values of different types are not, numbers excepted. */
export function equals(a: CelValue, b: CelValue): boolean {
  return same(a, b, new Fuse())
}

/** The first or last place of an item in a list, or -1. */
export function findItem(list: CelList, item: CelValue, from: 'start' | 'end' = 'start'): number {
  const fuse = new Fuse()
  const test = (other: CelValue) => same(other, item, fuse)
  return from === 'start' ? list.items().findIndex(test) : list.items().findLastIndex(test)
}

function same(a: CelValue, b: CelValue, fuse: Fuse): boolean {
  fuse.burn()
  if (a === b && typeof a !== 'number') return true
  const x = numberOf(a)
  const y = numberOf(b)
  if (x !== undefined || y !== undefined) return x !== undefined && y !== undefined && sameNumber(x, y)
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  return sameObject(a, b, fuse)
}

function sameObject(a: CelValue & object, b: CelValue & object, fuse: Fuse): boolean {
  if (a instanceof CelList) return b instanceof CelList && sameList(a, b, fuse)
  if (a instanceof CelMap) return b instanceof CelMap && sameMap(a, b, fuse)
  if (a instanceof Duration) return b instanceof Duration && a.nanos === b.nanos
  if (a instanceof Timestamp) return b instanceof Timestamp && a.nanos === b.nanos
  if (a instanceof TypeName) return b instanceof TypeName && a.name === b.name
  if (a instanceof Optional) return b instanceof Optional && sameOptional(a, b, fuse)
  if (a instanceof Uint8Array) return b instanceof Uint8Array && Buffer.compare(a, b) === 0
  return a instanceof Opaque && b instanceof Opaque && a.typeName === b.typeName && a.equals(b)
}

function sameOptional(a: Optional, b: Optional, fuse: Fuse): boolean {
  if (a.value === undefined || b.value === undefined) return a.value === b.value
  return same(a.value, b.value, fuse)
}

function sameList(a: CelList, b: CelList, fuse: Fuse): boolean {
  if (a.size !== b.size) return false
  if (a.identity) return sameItems(a, b, fuse)
  for (let index = 0; index < a.size; index++) {
    if (!same(a.at(index), b.at(index), fuse)) return false
  }
  return true
}

/** Lists of type set or map: the order does not matter. */
function sameItems(a: CelList, b: CelList, fuse: Fuse): boolean {
  const identity = a.identity as ListIdentity
  const known = new Map(a.items().map((item) => [identity(item), item]))
  return b.items().every((item) => {
    const other = known.get(identity(item))
    return other !== undefined && same(other, item, fuse)
  })
}

function sameMap(a: CelMap, b: CelMap, fuse: Fuse): boolean {
  if (a.size !== b.size) return false
  return a.keys().every((key) => {
    const mine = a.get(key)
    const other = b.get(key)
    return mine === undefined || other === undefined ? mine === other : same(mine, other, fuse)
  })
}

function numberOf(value: CelValue): number | bigint | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return value
  return value instanceof Uint ? value.value : undefined
}

/** Numbers of different types are compared by what they mean. */
function sameNumber(a: number | bigint, b: number | bigint): boolean {
  // biome-ignore lint/suspicious/noDoubleEquals: only the loose operator compares a bigint with a number by value
  return typeof a === typeof b ? a === b : a == b
}

/** Negative, zero or positive; NaN when the two have no order. Throws when they are of types that have none. */
export function compare(a: CelValue, b: CelValue): number {
  const x = numberOf(a)
  const y = numberOf(b)
  if (x !== undefined && y !== undefined) return order(x, y)
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b)
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b)
  if (a instanceof Duration && b instanceof Duration) return order(a.nanos, b.nanos)
  if (a instanceof Timestamp && b instanceof Timestamp) return order(a.nanos, b.nanos)
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b)
  throw noSuchOverload()
}

function order(a: number | bigint, b: number | bigint): number {
  if (a < b) return -1
  if (a > b) return 1
  return Number.isNaN(a) || Number.isNaN(b) ? Number.NaN : 0
}

/** By code points: UTF-16 units order characters beyond the basic plane differently. */
function compareText(a: string, b: string): number {
  if (a === b) return 0
  const other = [...b]
  for (const [index, character] of [...a].entries()) {
    const opposite = other[index]
    if (opposite === undefined) return 1
    const difference = (character.codePointAt(0) ?? 0) - (opposite.codePointAt(0) ?? 0)
    if (difference !== 0) return difference
  }
  return -1
}
