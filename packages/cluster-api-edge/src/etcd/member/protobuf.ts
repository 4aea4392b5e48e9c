/** One field of a message: a number, or bytes that are a text or a message of their own. */
export type FieldValue = bigint | Buffer

/** The fields of a message by their numbers, in the order in which they came. */
export type Message = ReadonlyMap<number, readonly FieldValue[]>

const [varint, eightBytes, lengthGiven, fourBytes] = [0, 1, 2, 5]

/** Reads the fields of a message. Throws when the bytes are none. */
export function readMessage(bytes: Buffer): Message {
  const reader = new Reader(bytes)
  const fields = new Map<number, FieldValue[]>()
  while (!reader.atEnd) {
    const tag = Number(reader.varint())
    const value = reader.value(tag & 7)
    const number = tag >>> 3
    const present = fields.get(number)
    if (present === undefined) fields.set(number, [value])
    else present.push(value)
  }
  return fields
}

class Reader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get atEnd(): boolean {
    return this.#at >= this.#bytes.length
  }

  value(wireType: number): FieldValue {
    switch (wireType) {
      case varint:
        return this.varint()
      case eightBytes:
        return this.#take(8).readBigUInt64LE()
      case fourBytes:
        return BigInt(this.#take(4).readUInt32LE())
      case lengthGiven:
        return this.#take(Number(this.varint()))
      default:
        throw malformed()
    }
  }

  varint(): bigint {
    let value = 0n
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.#take(1).readUInt8()
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return BigInt.asUintN(64, value)
    }
    throw malformed()
  }

  #take(length: number): Buffer {
    const end = this.#at + length
    if (end > this.#bytes.length) throw malformed()
    const taken = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return taken
  }
}

const malformed = (): Error => new Error('the answer is no message of etcd')

/** The number in a field; 0 where it is left out, as protobuf has it. Of a field that is there twice the last counts. */
export function numberIn(message: Message, field: number): bigint {
  const value = message.get(field)?.at(-1)
  return typeof value === 'bigint' ? value : 0n
}

export function textIn(message: Message, field: number): string {
  const value = message.get(field)?.at(-1)
  return typeof value === 'object' ? value.toString('utf8') : ''
}

/** The messages in a field that may be there many times. */
export function messagesIn(message: Message, field: number): readonly Message[] {
  return (message.get(field) ?? []).map((value) => {
    if (typeof value === 'bigint') throw malformed()
    return readMessage(value)
  })
}
