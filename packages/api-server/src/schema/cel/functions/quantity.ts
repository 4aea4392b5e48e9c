import { parseQuantity } from '../../quantity.ts'
import { CelError } from '../cel-error.ts'
import { traversalOfFirst } from '../meter.ts'
import { declare, type Overload } from '../overload.ts'
import { Opaque } from '../values.ts'

const nano = 1_000_000_000n
const maxInt = 2n ** 63n - 1n

/** An amount such as `100Mi` or `1.5`, kept in thousand millionths. */
class Quantity extends Opaque {
  readonly typeName: string = 'kubernetes.Quantity'
  readonly nanos: bigint

  constructor(nanos: bigint) {
    super()
    this.nanos = nanos
  }

  equals(other: Opaque): boolean {
    return other instanceof Quantity && other.nanos === this.nanos
  }
}

export const quantityFunctions: readonly Overload[] = [
  declare('quantity(string): quantity', toQuantity, traversalOfFirst),
  declare('isQuantity(string): bool', (text: string) => parseQuantity(text) !== undefined, traversalOfFirst),
  declare('sign(quantity): int', ({ nanos }: Quantity) => sign(nanos)),
  declare('.isGreaterThan(quantity, quantity): bool', (a: Quantity, b: Quantity) => a.nanos > b.nanos),
  declare('.isLessThan(quantity, quantity): bool', (a: Quantity, b: Quantity) => a.nanos < b.nanos),
  declare('.compareTo(quantity, quantity): int', (a: Quantity, b: Quantity) => sign(a.nanos - b.nanos)),
  declare('.asApproximateFloat(quantity): double', ({ nanos }: Quantity) => Number(nanos) / 1e9),
  declare('.asInteger(quantity): int', toInteger),
  declare('.isInteger(quantity): bool', isInteger),
  declare(
    '.add(quantity, quantity): quantity',
    (a: Quantity, b: Quantity) => new Quantity(a.nanos + b.nanos),
  ),
  declare('.add(quantity, int): quantity', (a: Quantity, b: bigint) => new Quantity(a.nanos + b * nano)),
  declare(
    '.sub(quantity, quantity): quantity',
    (a: Quantity, b: Quantity) => new Quantity(a.nanos - b.nanos),
  ),
  declare('.sub(quantity, int): quantity', (a: Quantity, b: bigint) => new Quantity(a.nanos - b * nano)),
]

function toQuantity(text: string): Quantity {
  const quantity = parseQuantity(text)
  if (quantity) return new Quantity(quantity.nanos)
  throw new CelError(
    "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
  )
}

function sign(value: bigint): bigint {
  return value > 0n ? 1n : value < 0n ? -1n : 0n
}

function isInteger({ nanos }: Quantity): boolean {
  return nanos % nano === 0n && nanos / nano <= maxInt && nanos / nano >= -maxInt - 1n
}

function toInteger(quantity: Quantity): bigint {
  if (!isInteger(quantity)) throw new CelError('cannot convert value to integer')
  return quantity.nanos / nano
}
