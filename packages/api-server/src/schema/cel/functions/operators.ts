import { CelError } from '../cel-error.ts'
import { compare, equals, findItem } from '../equality.ts'
import { traversal } from '../meter.ts'
import { declare, type Overload } from '../overload.ts'
import {
  ArrayList,
  CelList,
  CelMap,
  type CelValue,
  Duration,
  Optional,
  sizeOf,
  Timestamp,
  Uint,
} from '../values.ts'

const minInt = -(2n ** 63n)
const maxInt = 2n ** 63n - 1n
const maxUint = 2n ** 64n - 1n

/** An integer that fits 64 bits, as every result of arithmetic has to. */
export function checkInt(value: bigint): bigint {
  if (value < minInt || value > maxInt) throw new CelError('integer overflow')
  return value
}

function checkUint(value: bigint): Uint {
  if (value < 0n || value > maxUint) throw new CelError('unsigned integer overflow')
  return new Uint(value)
}

function divisor(value: bigint, words: string): bigint {
  if (value === 0n) throw new CelError(words)
  return value
}

const smaller = (values: readonly CelValue[]): number =>
  traversal(Math.min(sizeOf(values[0] as CelValue), sizeOf(values[1] as CelValue)))
const both = (values: readonly CelValue[]): number =>
  traversal(sizeOf(values[0] as CelValue) + sizeOf(values[1] as CelValue))

const ordered = ['bool', 'int', 'uint', 'double', 'string', 'bytes', 'timestamp', 'duration']
const numbers = ['int', 'uint', 'double']
const tests: readonly (readonly [string, (order: number) => boolean])[] = [
  ['_<_', (order) => order < 0],
  ['_<=_', (order) => order <= 0],
  ['_>_', (order) => order > 0],
  ['_>=_', (order) => order >= 0],
]

/** Numbers of different types can be compared; everything else only with its like. */
const comparisons: readonly Overload[] = tests.flatMap(([name, test]) => {
  const run = (a: CelValue, b: CelValue) => test(compare(a, b))
  const mixed = numbers.flatMap((left) =>
    numbers.filter((right) => right !== left).map((right) => [left, right]),
  )
  return [...ordered.map((type) => [type, type]), ...mixed].map(([left, right]) =>
    declare(`${name}(${left}, ${right}): bool`, run, smaller),
  )
})

const integers: readonly Overload[] = [
  declare('_+_(int, int): int', (a: bigint, b: bigint) => checkInt(a + b)),
  declare('_-_(int, int): int', (a: bigint, b: bigint) => checkInt(a - b)),
  declare('_*_(int, int): int', (a: bigint, b: bigint) => checkInt(a * b)),
  declare('_/_(int, int): int', (a: bigint, b: bigint) => checkInt(a / divisor(b, 'division by zero'))),
  declare('_%_(int, int): int', (a: bigint, b: bigint) => a % divisor(b, 'modulus by zero')),
  declare('-_(int): int', (a: bigint) => checkInt(-a)),
  declare('_+_(uint, uint): uint', (a: Uint, b: Uint) => checkUint(a.value + b.value)),
  declare('_-_(uint, uint): uint', (a: Uint, b: Uint) => checkUint(a.value - b.value)),
  declare('_*_(uint, uint): uint', (a: Uint, b: Uint) => checkUint(a.value * b.value)),
  declare('_/_(uint, uint): uint', (a: Uint, b: Uint) =>
    checkUint(a.value / divisor(b.value, 'division by zero')),
  ),
  declare('_%_(uint, uint): uint', (a: Uint, b: Uint) =>
    checkUint(a.value % divisor(b.value, 'modulus by zero')),
  ),
]

const doubles: readonly Overload[] = [
  declare('_+_(double, double): double', (a: number, b: number) => a + b),
  declare('_-_(double, double): double', (a: number, b: number) => a - b),
  declare('_*_(double, double): double', (a: number, b: number) => a * b),
  declare('_/_(double, double): double', (a: number, b: number) => a / b),
  declare('-_(double): double', (a: number) => -a),
]

const times: readonly Overload[] = [
  declare(
    '_+_(duration, duration): duration',
    (a: Duration, b: Duration) => new Duration(checkInt(a.nanos + b.nanos)),
  ),
  declare(
    '_+_(timestamp, duration): timestamp',
    (a: Timestamp, b: Duration) => new Timestamp(a.nanos + b.nanos),
  ),
  declare(
    '_+_(duration, timestamp): timestamp',
    (a: Duration, b: Timestamp) => new Timestamp(a.nanos + b.nanos),
  ),
  declare(
    '_-_(duration, duration): duration',
    (a: Duration, b: Duration) => new Duration(checkInt(a.nanos - b.nanos)),
  ),
  declare(
    '_-_(timestamp, duration): timestamp',
    (a: Timestamp, b: Duration) => new Timestamp(a.nanos - b.nanos),
  ),
  declare(
    '_-_(timestamp, timestamp): duration',
    (a: Timestamp, b: Timestamp) => new Duration(a.nanos - b.nanos),
  ),
]

const containers: readonly Overload[] = [
  declare('_+_(string, string): string', (a: string, b: string) => a + b, both),
  declare(
    '_+_(bytes, bytes): bytes',
    (a: Uint8Array, b: Uint8Array) => Uint8Array.from(Buffer.concat([a, b])),
    both,
  ),
  declare('_+_(list(A), list(A)): list(A)', addLists, { upfront: both }),
  declare(
    '@in(A, list(A)): bool',
    (item: CelValue, list: CelList) => findItem(list, item) >= 0,
    (values) => sizeOf(values[1] as CelValue),
  ),
  declare('@in(A, map(A, B)): bool', (key: CelValue, map: CelMap) => map.get(key) !== undefined),
]

const indexing: readonly Overload[] = [
  declare('_[_](list(A), int): A', itemAt),
  declare('_[_](map(A, B), A): B', memberAt),
  declare('_[_](optional(list(A)), int): optional(A)', (list: Optional, index: bigint) =>
    optionalItem(list.value, index),
  ),
  declare('_[_](optional(map(A, B)), A): optional(B)', (map: Optional, key: CelValue) =>
    optionalMember(map.value, key),
  ),
  declare('_[?_](list(A), int): optional(A)', (list: CelList, index: bigint) => optionalItem(list, index)),
  declare('_[?_](map(A, B), A): optional(B)', (map: CelMap, key: CelValue) => optionalMember(map, key)),
  declare('_[?_](optional(list(A)), int): optional(A)', (list: Optional, index: bigint) =>
    optionalItem(list.value, index),
  ),
  declare('_[?_](optional(map(A, B)), A): optional(B)', (map: Optional, key: CelValue) =>
    optionalMember(map.value, key),
  ),
]

function itemAt(list: CelList, index: bigint): CelValue {
  if (index < 0n || index >= BigInt(list.size)) throw new CelError(`index out of bounds: ${index}`)
  return list.at(Number(index))
}

function memberAt(map: CelMap, key: CelValue): CelValue {
  const value = map.get(key)
  if (value === undefined) throw new CelError(`no such key: ${key instanceof Uint ? key.value : String(key)}`)
  return value
}

function optionalItem(list: CelValue | undefined, index: bigint): Optional {
  const there = list instanceof CelList && index >= 0n && index < BigInt(list.size)
  return new Optional(there ? list.at(Number(index)) : undefined)
}

function optionalMember(map: CelValue | undefined, key: CelValue): Optional {
  return new Optional(map instanceof CelMap ? map.get(key) : undefined)
}

export const operatorFunctions: readonly Overload[] = [
  ...indexing,
  declare('!_(bool): bool', (value: boolean) => !value),
  declare('_==_(A, A): bool', equals, smaller),
  declare('_!=_(A, A): bool', (a: CelValue, b: CelValue) => !equals(a, b), smaller),
  ...comparisons,
  ...integers,
  ...doubles,
  ...times,
  ...containers,
]

/** Lists of type set or map take over what they have not got yet. */
function addLists(a: CelList, b: CelList): CelList {
  const { identity } = a
  if (!identity) return new ArrayList([...a.items(), ...b.items()])
  const byIdentity = new Map(a.items().map((item) => [identity(item), item]))
  for (const item of b.items()) byIdentity.set(identity(item), item)
  return new ArrayList([...byIdentity.values()], identity)
}
