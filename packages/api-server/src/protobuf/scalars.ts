import type { Json } from '../json/json.ts'
import { malformed, type WireField } from './wire-reader.ts'

/** Scalars of Go as JSON shows them. Each refuses a field of another wire type. */

export function textOfField({ bytes }: WireField): string {
  if (bytes === undefined) throw malformed('wrong wire type for a string')
  return bytes.toString('utf8')
}

export function bytesOfField({ bytes }: WireField): Buffer {
  if (bytes === undefined) throw malformed('wrong wire type for bytes')
  return bytes
}

export function integerOfBits(bits: bigint): number | bigint {
  const signed = BigInt.asIntN(64, bits)
  const number = Number(signed)
  return Number.isSafeInteger(number) ? number : signed
}

export function integerOfField({ bits }: WireField): number | bigint {
  if (bits === undefined) throw malformed('wrong wire type for an integer')
  return integerOfBits(bits)
}

export function truthOfField({ bits }: WireField): boolean {
  if (bits === undefined) throw malformed('wrong wire type for a boolean')
  return bits !== 0n
}

export function realOfField({ bits }: WireField): Json {
  if (bits === undefined) throw malformed('wrong wire type for a number')
  const eight = Buffer.alloc(8)
  eight.writeBigUInt64LE(bits)
  const value = eight.readDoubleLE()
  if (!Number.isFinite(value)) throw malformed('a number that JSON cannot show')
  return value
}
