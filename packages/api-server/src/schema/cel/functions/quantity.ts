import { CelError } from '../cel-error.ts'
import { traversal } from '../meter.ts'
import { declare, type Overload } from '../overload.ts'
import { type CelValue, Opaque, sizeOf } from '../values.ts'

const nano = 1_000_000_000n
const syntax = /^([+-]?)(\d*)(?:\.(\d*))?(?:([eE][+-]?\d+)|([KMGTPE]i|[numkMGTPE]))?$/
const decimal: Readonly<Record<string, number>> = {
  n: -9,
  u: -6,
  m: -3,
  k: 3,
  M: 6,
  G: 9,
  T: 12,
  P: 15,
  E: 18,
}
const binary: Readonly<Record<string, bigint>> = { Ki: 10n, Mi: 20n, Gi: 30n, Ti: 40n, Pi: 50n, Ei: 60n }
const maxInt = 2n ** 63n - 1n

/** An amount such as `100Mi` or `1.5`, kept in thousand millionths. */
export class Quantity extends Opaque {
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

/** Reads a quantity; what is smaller than a thousand millionth is rounded away from zero. */
export function parseQuantity(text: string): Quantity | undefined {
  const match = syntax.exec(text)
  const [, sign = '', whole = '', fraction = '', exponent, suffix] = match ?? []
  if (!match || (whole === '' && fraction === '')) return undefined
  const power = exponent !== undefined ? Number(exponent.slice(1)) : (decimal[suffix ?? ''] ?? 0)
  // Nothing that a cluster measures needs more; and a text of ten characters may not become a number of a billion digits.
  if (Math.abs(power) > 100) return undefined
  const digits = BigInt(`${whole}${fraction}` || '0') * nano * 2n ** (binary[suffix ?? ''] ?? 0n)
  const shift = power - fraction.length
  const size = shift >= 0 ? digits * 10n ** BigInt(shift) : roundUp(digits, 10n ** BigInt(-shift))
  return new Quantity(sign === '-' ? -size : size)
}

function roundUp(value: bigint, by: bigint): bigint {
  return (value + by - 1n) / by
}

const length = (values: readonly CelValue[]): number => traversal(sizeOf(values[0] as CelValue))

export const quantityFunctions: readonly Overload[] = [
  declare('quantity(string): quantity', toQuantity, length),
  declare('isQuantity(string): bool', (text: string) => parseQuantity(text) !== undefined, length),
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
  if (quantity) return quantity
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
