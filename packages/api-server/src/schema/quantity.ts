/** A resource quantity: its value in units of 1/10^9, and the family of suffixes it was written with. */
export interface Quantity {
  readonly nanos: bigint
  readonly format: 'DecimalSI' | 'BinarySI' | 'DecimalExponent'
}

const billion = 1_000_000_000n
const maxNanos = (2n ** 63n - 1n) * billion
const shape = /^([+-]?)([0-9]*)(?:\.([0-9]*))?(?:([A-Za-z]+)([+-]?[0-9]*))?$/

const decimalSuffixes = new Map([
  ['n', -9],
  ['u', -6],
  ['m', -3],
  ['', 0],
  ['k', 3],
  ['M', 6],
  ['G', 9],
  ['T', 12],
  ['P', 15],
  ['E', 18],
])
const binarySuffixes = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei']

/** `undefined` when the text is no quantity. A value finer than 1/10^9 is rounded away from zero. */
export function parseQuantity(text: string): Quantity | undefined {
  const [, sign = '', whole = '', written = '', suffix = '', exponent = ''] = shape.exec(text) ?? []
  const fraction = shortened(written)
  if (whole === '' && fraction === '') return undefined
  const scale = parseSuffix(suffix, exponent)
  if (scale === undefined) return undefined
  // No exponent that is taken seriously makes so large a number small enough, and making a bigint of it would take long.
  if (whole.replace(/^0+/, '').length > longestDigits)
    return { nanos: sign === '-' ? -maxNanos : maxNanos, format: scale.format }
  const digits = BigInt(`${whole.replace(/^0+(?=\d)/, '')}${fraction}`)
  const tenths = scale.ten - fraction.length
  const numerator = digits * billion * scale.factor * 10n ** BigInt(Math.max(tenths, 0))
  const size = divideUp(numerator, 10n ** BigInt(Math.max(-tenths, 0)))
  const capped = cap(size)
  return { nanos: sign === '-' ? -capped : capped, format: scale.format }
}

const longestDigits = 100

/** As many digits as can matter: all others count only as being there, because values are rounded away from zero. */
function shortened(fraction: string): string {
  if (fraction.length <= longestDigits) return fraction
  const rest = fraction.slice(longestDigits)
  return fraction.slice(0, longestDigits) + (/[1-9]/.test(rest) ? '1' : '')
}

function cap(size: bigint): bigint {
  if (size > maxNanos) return maxNanos
  return size
}

interface Scale {
  readonly ten: number
  readonly factor: bigint
  readonly format: Quantity['format']
}

function parseSuffix(suffix: string, exponent: string): Scale | undefined {
  if (exponent !== '') {
    if ((suffix !== 'e' && suffix !== 'E') || !/\d/.test(exponent)) return undefined
    const ten = Number(exponent)
    // Beyond this the value is capped or rounded anyway, and a power of ten must stay affordable.
    return { ten: Math.max(Math.min(ten, 60), -60), factor: 1n, format: 'DecimalExponent' }
  }
  const ten = decimalSuffixes.get(suffix)
  if (ten !== undefined) return { ten, factor: 1n, format: 'DecimalSI' }
  const power = suffix === '' ? -1 : binarySuffixes.indexOf(suffix)
  if (power < 0) return undefined
  return { ten: 0, factor: 1024n ** BigInt(power), format: 'BinarySI' }
}

/** The one spelling that Go writes: `1000m` becomes `1`, `0.5` becomes `500m`. Text that is no quantity stays as it is. */
export function canonicalQuantity(text: string): string {
  const quantity = parseQuantity(text)
  return quantity === undefined ? text : formatQuantity(quantity)
}

function formatQuantity({ nanos, format }: Quantity): string {
  if (nanos === 0n) return '0'
  const size = nanos < 0n ? -nanos : nanos
  const sign = nanos < 0n ? '-' : ''
  if (format === 'BinarySI' && size >= 1024n * billion) return `${sign}${formatBinary(size)}`
  return `${sign}${formatDecimal(size, format)}`
}

function formatBinary(size: bigint): string {
  let value = divideUp(size, billion)
  let power = 0
  while (value % 1024n === 0n && power < binarySuffixes.length - 1) {
    value /= 1024n
    power++
  }
  return `${value}${binarySuffixes[power]}`
}

function formatDecimal(size: bigint, format: Quantity['format']): string {
  let value = size
  let exponent = -9
  while (value % 1000n === 0n && (format === 'DecimalExponent' || exponent < 18)) {
    value /= 1000n
    exponent += 3
  }
  if (format === 'DecimalExponent') return exponent === 0 ? `${value}` : `${value}e${exponent}`
  const suffix = [...decimalSuffixes].find(([, power]) => power === exponent)?.[0] ?? ''
  return `${value}${suffix}`
}

function divideUp(value: bigint, divisor: bigint): bigint {
  return (value + divisor - 1n) / divisor
}
