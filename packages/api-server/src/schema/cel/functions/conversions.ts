import { CelError } from '../cel-error.ts'
import { traversalOfFirst } from '../meter.ts'
import { declare, type Overload } from '../overload.ts'
import { formatDuration, formatTimestamp, parseDuration, parseTimestamp } from '../time.ts'
import {
  type CelList,
  type CelMap,
  type CelValue,
  Duration,
  Timestamp,
  TypeName,
  typeNameOf,
  Uint,
} from '../values.ts'
import { checkInt } from './operators.ts'

export const conversionFunctions: readonly Overload[] = [
  declare('size(string): int', codePoints),
  declare('size(bytes): int', (value: Uint8Array) => BigInt(value.length)),
  declare('size(list(A)): int', (value: CelList) => BigInt(value.size)),
  declare('size(map(A, B)): int', (value: CelMap) => BigInt(value.size)),
  declare('.size(string): int', codePoints),
  declare('.size(bytes): int', (value: Uint8Array) => BigInt(value.length)),
  declare('.size(list(A)): int', (value: CelList) => BigInt(value.size)),
  declare('.size(map(A, B)): int', (value: CelMap) => BigInt(value.size)),
  declare('type(A): type(A)', (value: CelValue) => new TypeName(typeNameOf(value))),
  declare('dyn(A): dyn', (value: CelValue) => value),
  declare('int(int): int', (value: bigint) => value),
  declare('int(uint): int', (value: Uint) => checkInt(value.value)),
  declare('int(double): int', doubleToInt),
  declare('int(string): int', textToInt),
  declare('int(timestamp): int', (value: Timestamp) => seconds(value.nanos)),
  declare('int(duration): int', (value: Duration) => value.nanos),
  declare('uint(uint): uint', (value: Uint) => value),
  declare('uint(int): uint', (value: bigint) => toUint(value)),
  declare('uint(double): uint', (value: number) => toUint(doubleToInt(value))),
  declare('uint(string): uint', (value: string) => toUint(textToInt(value))),
  declare('double(double): double', (value: number) => value),
  declare('double(int): double', (value: bigint) => Number(value)),
  declare('double(uint): double', (value: Uint) => Number(value.value)),
  declare('double(string): double', textToDouble),
  declare('bool(bool): bool', (value: boolean) => value),
  declare('bool(string): bool', textToBool),
  declare('string(string): string', (value: string) => value),
  declare('string(bool): string', (value: boolean) => `${value}`),
  declare('string(int): string', (value: bigint) => `${value}`),
  declare('string(uint): string', (value: Uint) => `${value.value}`),
  declare('string(double): string', formatDouble),
  declare('string(bytes): string', bytesToText, traversalOfFirst),
  declare('string(timestamp): string', (value: Timestamp) => formatTimestamp(value.nanos)),
  declare('string(duration): string', (value: Duration) => formatDuration(value.nanos)),
  declare('bytes(bytes): bytes', (value: Uint8Array) => value),
  declare('bytes(string): bytes', (value: string) => Uint8Array.from(Buffer.from(value)), traversalOfFirst),
  declare('duration(duration): duration', (value: Duration) => value),
  declare('duration(string): duration', textToDuration, {
    prepare: ([text]) => constant(text, textToDuration),
  }),
  declare('duration(int): duration', (value: bigint) => new Duration(value)),
  declare('timestamp(timestamp): timestamp', (value: Timestamp) => value),
  declare('timestamp(string): timestamp', textToTimestamp, {
    prepare: ([text]) => constant(text, textToTimestamp),
  }),
  declare('timestamp(int): timestamp', (value: bigint) => new Timestamp(value * 1_000_000_000n)),
]

/** A literal is converted once, and refused at once when it cannot be. */
function constant(
  text: CelValue | undefined,
  convert: (text: string) => CelValue,
): Overload['run'] | undefined {
  if (typeof text !== 'string') return undefined
  const value = convert(text)
  return () => value
}

function codePoints(text: string): bigint {
  let count = 0n
  for (const _ of text) count++
  return count
}

function seconds(nanos: bigint): bigint {
  const whole = nanos / 1_000_000_000n
  return nanos < 0n && nanos % 1_000_000_000n !== 0n ? whole - 1n : whole
}

function doubleToInt(value: number): bigint {
  if (!Number.isFinite(value) || value <= -(2 ** 63) || value >= 2 ** 63)
    throw new CelError('integer overflow')
  return BigInt(Math.trunc(value))
}

/** In digits, with leading zeros that nobody writes. */
const longestInt = 100

function textToInt(text: string): bigint {
  if (!/^[-+]?\d+$/.test(text)) throw new CelError(`type conversion error from 'string' to 'int'`)
  // Making a bigint of a text takes time that grows faster than the text.
  if (text.length > longestInt) throw new CelError('integer overflow')
  return checkInt(BigInt(text.replace('+', '')))
}

function toUint(value: bigint): Uint {
  if (value < 0n) throw new CelError('unsigned integer overflow')
  return new Uint(value)
}

function textToDouble(text: string): number {
  const value = /^\s|\s$|^$|^0[xXoObB]/.test(text) ? Number.NaN : Number(text)
  if (Number.isNaN(value) && text !== 'NaN')
    throw new CelError(`type conversion error from 'string' to 'double'`)
  return value
}

function textToBool(text: string): boolean {
  if (['1', 't', 'T', 'true', 'TRUE', 'True'].includes(text)) return true
  if (['0', 'f', 'F', 'false', 'FALSE', 'False'].includes(text)) return false
  throw new CelError(`type conversion error from 'string' to 'bool'`)
}

/** A double as Go prints it with the fewest digits, with an exponent where that is shorter. */
export function formatDouble(value: number): string {
  if (Number.isNaN(value)) return 'NaN'
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf'
  const [digits = '', exponent = '0'] = value.toExponential().split('e')
  const power = Number(exponent)
  if (power >= -4 && power < 21) return Number.isInteger(value) ? `${BigInt(value)}` : `${value}`
  return `${digits}e${power < 0 ? '-' : '+'}${`${Math.abs(power)}`.padStart(2, '0')}`
}

function bytesToText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new CelError('invalid UTF-8 in bytes, cannot convert to string')
  }
}

function textToDuration(text: string): Duration {
  const nanos = parseDuration(text)
  if (nanos === undefined)
    throw new CelError(`type conversion error from 'string' to 'google.protobuf.Duration'`)
  return new Duration(nanos)
}

function textToTimestamp(text: string): Timestamp {
  const nanos = parseTimestamp(text)
  if (nanos === undefined)
    throw new CelError(`type conversion error from 'string' to 'google.protobuf.Timestamp'`)
  return new Timestamp(nanos)
}
