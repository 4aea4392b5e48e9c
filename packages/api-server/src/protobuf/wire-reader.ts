import { ProtobufError } from './protobuf-error.ts'

/** One field as it stands on the wire, its type not yet known. */
export interface WireField {
  readonly number: number
  /** A varint, or the bits of a fixed-size number. */
  readonly bits?: bigint
  /** Anything with a length: text, bytes, a nested message, packed numbers. */
  readonly bytes?: Buffer
}

/** The fields of one message, in order. Throws `ProtobufError` as soon as the bytes make no sense. */
export function* readFields(message: Buffer): Generator<WireField, void, undefined> {
  let at = 0
  while (at < message.length) {
    const key = readVarint(message, at)
    at = key.next
    const number = Number(key.value >> 3n)
    if (number === 0 || number > 0x1fff_ffff) throw malformed('illegal field number')
    switch (Number(key.value & 7n)) {
      case 0: {
        const { value, next } = readVarint(message, at)
        at = next
        yield { number, bits: value }
        break
      }
      case 1:
        yield { number, bits: readFixed(message, at, 8) }
        at += 8
        break
      case 2: {
        const { value, next } = readVarint(message, at)
        const end = next + Number(value)
        if (value > BigInt(message.length) || end > message.length)
          throw malformed('unexpected end of message')
        yield { number, bytes: message.subarray(next, end) }
        at = end
        break
      }
      case 5:
        yield { number, bits: readFixed(message, at, 4) }
        at += 4
        break
      default:
        throw malformed('illegal wire type')
    }
  }
}

/** The numbers of a packed list. */
export function readPackedVarints(packed: Buffer): readonly bigint[] {
  const values: bigint[] = []
  for (let at = 0; at < packed.length; ) {
    const { value, next } = readVarint(packed, at)
    values.push(value)
    at = next
  }
  return values
}

function readVarint(bytes: Buffer, start: number): { readonly value: bigint; readonly next: number } {
  const first = bytes[start]
  if (first !== undefined && first < 0x80) return { value: BigInt(first), next: start + 1 }
  let value = 0n
  for (let index = 0; index < 10; index++) {
    const octet = bytes[start + index]
    if (octet === undefined) throw malformed('unexpected end of message')
    value |= BigInt(octet & 0x7f) << BigInt(7 * index)
    if (octet < 0x80) return { value: BigInt.asUintN(64, value), next: start + index + 1 }
  }
  throw malformed('integer overflow')
}

function readFixed(bytes: Buffer, start: number, size: 4 | 8): bigint {
  if (start + size > bytes.length) throw malformed('unexpected end of message')
  return size === 8 ? bytes.readBigUInt64LE(start) : BigInt(bytes.readUInt32LE(start))
}

export function malformed(why: string): ProtobufError {
  return new ProtobufError('malformed', `proto: ${why}`)
}
