import { CelError } from '../cel-error.ts'
import { compare, equals, findItem } from '../equality.ts'
import { declare, type Overload } from '../overload.ts'
import { ArrayList, CelList, type CelValue, Duration, Optional, sizeOf, Uint } from '../values.ts'
import { checkInt } from './operators.ts'

const size = (values: readonly CelValue[]): number => Math.max(1, sizeOf(values[0] as CelValue))
const comparable = ['int', 'uint', 'double', 'bool', 'duration', 'timestamp', 'string', 'bytes']
const summable = ['int', 'uint', 'double', 'duration']

export const listFunctions: readonly Overload[] = [
  ...comparable.flatMap((type) => [
    declare(`.isSorted(list(${type})): bool`, isSorted, size),
    declare(`.min(list(${type})): ${type}`, (list: CelList) => extreme(list, 'min', -1), size),
    declare(`.max(list(${type})): ${type}`, (list: CelList) => extreme(list, 'max', 1), size),
    declare(`.sort(list(${type})): list(${type})`, sort, size),
  ]),
  ...summable.map((type) =>
    declare(`.sum(list(${type})): ${type}`, (list: CelList) => sum(list, type), size),
  ),
  declare('.indexOf(list(A), A): int', (list: CelList, item: CelValue) => BigInt(findItem(list, item)), size),
  declare(
    '.lastIndexOf(list(A), A): int',
    (list: CelList, item: CelValue) => BigInt(findItem(list, item, 'end')),
    size,
  ),
  declare('.slice(list(A), int, int): list(A)', slice, size),
  declare('.flatten(list(list(A))): list(A)', (list: CelList) => new ArrayList(flatten(list, 1n)), {
    upfront: flatCost,
  }),
  declare('.flatten(list(dyn)): list(dyn)', (list: CelList) => new ArrayList(flatten(list, 1n)), {
    upfront: flatCost,
  }),
  declare(
    '.flatten(list(dyn), int): list(dyn)',
    (list: CelList, depth: bigint) => new ArrayList(flatten(list, depth)),
    flatCost,
  ),
  declare('.distinct(list(A)): list(A)', distinct, { upfront: (values) => size(values) ** 2 }),
  declare('.reverse(list(A)): list(A)', (list: CelList) => new ArrayList([...list.items()].reverse()), size),
  declare('.first(list(A)): optional(A)', (list: CelList) => first(list, 0), size),
  declare('.last(list(A)): optional(A)', (list: CelList) => first(list, list.size - 1), size),
  declare('lists.range(int): list(int)', range, { upfront: ([length]) => Math.max(0, Number(length)) }),
]

function first(list: CelList, index: number): Optional {
  return new Optional(index >= 0 && index < list.size ? list.at(index) : undefined)
}

/** The same list can stand inside many times over; counting ends where no budget would be enough. */
function flatCost([list, depth = 1n]: readonly CelValue[]): number {
  let count = 0
  const open: (readonly [CelValue | undefined, bigint])[] = [[list, BigInt(depth as bigint) + 1n]]
  for (let next = open.pop(); next && count < maxFlattened; next = open.pop()) {
    const [value, levels] = next
    count++
    if (!(value instanceof CelList) || levels <= 0n) continue
    for (const item of value.items()) open.push([item, levels - 1n])
  }
  return count
}

const maxFlattened = 2_000_000

function isSorted(list: CelList): boolean {
  const items = list.items()
  return items.every((item, index) => index === 0 || compare(items[index - 1] as CelValue, item) <= 0)
}

function extreme(list: CelList, name: string, sign: number): CelValue {
  const [start, ...rest] = list.items()
  if (start === undefined) throw new CelError(`${name} called on empty list`)
  return rest.reduce((best, item) => (compare(item, best) * sign > 0 ? item : best), start)
}

function sort(list: CelList): CelList {
  return new ArrayList([...list.items()].sort(compare))
}

const zeros: Readonly<Record<string, CelValue>> = {
  int: 0n,
  uint: new Uint(0n),
  double: 0,
  duration: new Duration(0n),
}

function sum(list: CelList, type: string): CelValue {
  return list.items().reduce(add, zeros[type] as CelValue)
}

function add(a: CelValue, b: CelValue): CelValue {
  if (typeof a === 'bigint' && typeof b === 'bigint') return checkInt(a + b)
  if (typeof a === 'number' && typeof b === 'number') return a + b
  if (a instanceof Uint && b instanceof Uint) return new Uint(a.value + b.value)
  if (a instanceof Duration && b instanceof Duration) return new Duration(checkInt(a.nanos + b.nanos))
  throw new CelError('no such overload')
}

function slice(list: CelList, from: bigint, to: bigint): CelList {
  if (from < 0n || to < 0n) throw new CelError(`cannot slice(${from}, ${to}), negative indexes not supported`)
  if (from > to)
    throw new CelError(`cannot slice(${from}, ${to}), start index must be less than or equal to end index`)
  if (to > BigInt(list.size)) throw new CelError(`cannot slice(${from}, ${to}), list is length ${list.size}`)
  return new ArrayList(list.items().slice(Number(from), Number(to)))
}

function flatten(list: CelList, depth: bigint): readonly CelValue[] {
  if (depth < 0n) throw new CelError('level must be non-negative')
  return list
    .items()
    .flatMap((item) => (item instanceof CelList && depth > 0n ? flatten(item, depth - 1n) : [item]))
}

function distinct(list: CelList): CelList {
  const kept: CelValue[] = []
  for (const item of list.items()) {
    if (!kept.some((other) => equals(other, item))) kept.push(item)
  }
  return new ArrayList(kept)
}

function range(length: bigint): CelList {
  return new ArrayList(Array.from({ length: Math.max(0, Number(length)) }, (_, index) => BigInt(index)))
}
