/** Writes protobuf messages field by field. Empty values are left out, as proto3 does. */
export interface MessageWriter {
  readonly text: (field: number, value: string) => void
  readonly texts: (field: number, values: readonly string[]) => void
  readonly truth: (field: number, value: boolean) => void
  readonly integer: (field: number, value: number) => void
  readonly real: (field: number, value: number) => void
  /** A nested message that has its bytes already. */
  readonly bytes: (field: number, value: Buffer) => void
  /** A nested message, written even when it is empty. */
  readonly message: (field: number, write: (nested: MessageWriter) => void) => void
}

/** The bytes of the message that `write` writes. */
export function writeMessage(write: (writer: MessageWriter) => void): Buffer {
  const parts: Buffer[] = []
  const key = (field: number, wireType: number): void => {
    parts.push(varint((field << 3) | wireType))
  }
  const bytes = (field: number, value: Buffer): void => {
    key(field, 2)
    parts.push(varint(value.length), value)
  }
  const text = (field: number, value: string): void => {
    if (value !== '') bytes(field, Buffer.from(value))
  }
  write({
    text,
    bytes,
    texts: (field, values) => {
      for (const value of values) bytes(field, Buffer.from(value))
    },
    truth: (field, value) => {
      if (value) parts.push(varint(field << 3), varint(1))
    },
    integer: (field, value) => {
      if (value !== 0) parts.push(varint(field << 3), varint(value))
    },
    real: (field, value) => {
      if (value === 0) return
      key(field, 1)
      const eight = Buffer.alloc(8)
      eight.writeDoubleLE(value)
      parts.push(eight)
    },
    message: (field, writeNested) => bytes(field, writeMessage(writeNested)),
  })
  return Buffer.concat(parts)
}

function varint(value: number): Buffer {
  const octets: number[] = []
  let rest = BigInt.asUintN(64, BigInt(Math.trunc(value)))
  while (rest > 0x7fn) {
    octets.push(Number(rest & 0x7fn) | 0x80)
    rest >>= 7n
  }
  octets.push(Number(rest))
  return Buffer.from(octets)
}
