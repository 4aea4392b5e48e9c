/** What the first message of a TLS client tells, as far as it has come. */
export type HelloReading =
  | { readonly found: 'more wanted' }
  /** The server's name in lower case; empty where the client names none. */
  | { readonly found: 'hello'; readonly serverName: string }
  | { readonly found: 'no hello' }

/** Reads the first message of a TLS client piece by piece, in time proportional to what comes. */
export interface HelloReader {
  readonly push: (piece: Uint8Array) => HelloReading
}

const handshakeRecord = 22
const clientHello = 1
const headerLength = 5
/** Ordinary ones have half a kilobyte, those with keys for the time after quantum computers two. */
const longestHello = 32 * 1024
/** Who splits it further means no good. */
const mostRecords = 64

const moreWanted: HelloReading = { found: 'more wanted' }
const noHello: HelloReading = { found: 'no hello' }

/** A reader for one connection. It keeps no more than the longest message that it takes. */
export function createHelloReader(): HelloReader {
  const message: number[] = []
  const header: number[] = []
  let leftInRecord = 0
  let records = 0
  let result: HelloReading = moreWanted

  const endHeader = (): void => {
    const [type = 0, major = 0, , high = 0, low = 0] = header
    header.length = 0
    records += 1
    leftInRecord = high * 256 + low
    const plausible = type === handshakeRecord && major === 3 && leftInRecord > 0 && leftInRecord <= 16_640
    if (!plausible || records > mostRecords) result = noHello
  }
  const readByte = (byte: number): void => {
    if (leftInRecord === 0) {
      header.push(byte)
      // Wrong from the first byte on: who speaks something else, perhaps HTTP, is not kept waiting for an answer.
      if (header[0] !== handshakeRecord) result = noHello
      else if (header.length === headerLength) endHeader()
      return
    }
    leftInRecord -= 1
    message.push(byte)
    if (message[0] !== clientHello) result = noHello
    if (message.length < 4) return
    const length = 4 + bigEndian(message, 1, 3)
    if (length > longestHello) result = noHello
    else if (message.length === length) result = helloIn(Uint8Array.from(message))
  }
  return {
    push(piece) {
      for (const byte of piece) {
        if (result.found !== 'more wanted') break
        readByte(byte)
      }
      return result
    },
  }
}

const bigEndian = (bytes: ArrayLike<number>, from: number, count: number): number => {
  let value = 0
  for (let index = from; index < from + count; index++) value = value * 256 + (bytes[index] ?? 0)
  return value
}

/** A part of a message; asking for more than there is gives nothing at all. */
class Part {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get isEmpty(): boolean {
    return this.#at >= this.#bytes.length
  }

  number(count: number): number | undefined {
    if (this.#at + count > this.#bytes.length) return undefined
    this.#at += count
    return bigEndian(this.#bytes, this.#at - count, count)
  }

  bytes(count: number | undefined): Uint8Array | undefined {
    if (count === undefined || this.#at + count > this.#bytes.length) return undefined
    this.#at += count
    return this.#bytes.subarray(this.#at - count, this.#at)
  }
}

// The message, field by field (RFC 8446, 4.1.2): version, random, session, cipher suites, compression, extensions.
function helloIn(message: Uint8Array): HelloReading {
  const hello = new Part(message.subarray(4))
  const whole =
    hello.bytes(34) !== undefined &&
    hello.bytes(hello.number(1)) !== undefined &&
    hello.bytes(hello.number(2)) !== undefined &&
    hello.bytes(hello.number(1)) !== undefined
  if (!whole) return noHello
  if (hello.isEmpty) return { found: 'hello', serverName: '' }
  const extensions = hello.bytes(hello.number(2))
  return extensions === undefined || !hello.isEmpty ? noHello : nameAmong(new Part(extensions))
}

function nameAmong(extensions: Part): HelloReading {
  while (!extensions.isEmpty) {
    const type = extensions.number(2)
    const content = extensions.bytes(extensions.number(2))
    if (content === undefined) return noHello
    if (type === 0) return serverNameIn(new Part(content))
  }
  return { found: 'hello', serverName: '' }
}

// RFC 6066, 3: a list of names, of which only host names were ever defined.
function serverNameIn(extension: Part): HelloReading {
  const names = extension.bytes(extension.number(2))
  if (names === undefined) return noHello
  const list = new Part(names)
  const type = list.number(1)
  const name = list.bytes(list.number(2))
  if (type !== 0 || name === undefined) return noHello
  const serverName = String.fromCharCode(...name).toLowerCase()
  return /^[a-z0-9_.-]{1,255}$/.test(serverName) ? { found: 'hello', serverName } : noHello
}
