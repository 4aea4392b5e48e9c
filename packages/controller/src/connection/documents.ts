import { ControllerError } from '../errors.ts'
import { HeldBytes } from './held-bytes.ts'
import { parseJson } from './json-depth.ts'

export interface DocumentsOptions {
  /** Reads the bytes of one document; throws when they are no JSON, or an error of its own when they are not to be read. Default: all of it. */
  readonly parse?: (bytes: Buffer) => unknown
  /** How long one document may be. Default: far longer than any object that a store takes. */
  readonly mostBytes?: number
}

const defaultMostBytes = 32 * 1024 * 1024
const parseAll = (bytes: Buffer): unknown => parseJson(bytes.toString('utf8'))

/**
 * The JSON objects in a stream, one after the other, however they are laid out and wherever the chunks are cut. What came before
 * something that is no JSON is given out before that is thrown.
 */
export async function* documents(
  chunks: AsyncIterable<Buffer>,
  options: DocumentsOptions = {},
): AsyncGenerator<readonly unknown[]> {
  const cutter = new Cutter(options)
  for await (const chunk of chunks) {
    const found: unknown[] = []
    let failure: unknown
    try {
      cutter.take(chunk, found)
    } catch (error) {
      failure = error
    }
    if (found.length > 0) yield found
    if (failure !== undefined) throw failure
  }
}

const [newline, carriageReturn, tab, space] = [0x0a, 0x0d, 0x09, 0x20]
const [quote, backslash, openObject, closeObject] = [0x22, 0x5c, 0x7b, 0x7d]

/**
 * Cuts a stream into documents. Servers write one to a line, so that a line is tried as a whole and its bytes are not looked at; where
 * that is not so, braces are counted until a line begins with a document again. Each byte is tried once and counted once at most.
 */
class Cutter {
  readonly #parse: (bytes: Buffer) => unknown
  readonly #mostBytes: number
  /** The beginning of a document that goes on in the next chunk. */
  #held = new HeldBytes()
  /** Those of the document that has begun; undefined while a line is hoped to be one. */
  #braces: Braces | undefined = undefined
  /** Whether the last document ended in the middle of a line. */
  #midLine = false

  constructor({ parse = parseAll, mostBytes = defaultMostBytes }: DocumentsOptions) {
    this.#parse = parse
    this.#mostBytes = mostBytes
  }

  take(chunk: Buffer, found: unknown[]): void {
    let [bytes, at] = [chunk, 0]
    while (at < bytes.length) {
      if (this.#braces === undefined) {
        if (this.#held.size === 0) at = this.#skipped(bytes, at)
        if (at === bytes.length) return
        const after = this.#midLine ? undefined : this.#takeLine(bytes, at, found)
        if (after !== undefined) {
          at = after
          continue
        }
        // Counted from its beginning, with what was held of it.
        bytes = this.#joined(bytes.subarray(at))
        at = 0
        this.#braces = new Braces()
      }
      at = this.#takeCounted(bytes, at, found)
    }
  }

  /** Where the next document begins. */
  #skipped(bytes: Buffer, from: number): number {
    let at = from
    for (; isBlank(bytes[at]); at++) if (bytes[at] === newline) this.#midLine = false
    if (at < bytes.length && bytes[at] !== openObject) throw unreadable('What was sent is no JSON object')
    return at
  }

  /** The index after the line when it was a document or has to be held, nothing when it is only a part of one. */
  #takeLine(bytes: Buffer, at: number, found: unknown[]): number | undefined {
    const end = bytes.indexOf(newline, at)
    const line = bytes.subarray(at, end === -1 ? bytes.length : end)
    const ends = endsObject(line)
    // Without an end of the line it may be a part, or a document after which the server waits.
    if (end === -1 && !ends) {
      this.#hold(line)
      return bytes.length
    }
    const value = ends ? this.#tried(line) : undefined
    if (value === undefined) return undefined
    found.push(value)
    this.#release()
    return end === -1 ? bytes.length : end + 1
  }

  #takeCounted(bytes: Buffer, at: number, found: unknown[]): number {
    const end = this.#braces?.endIn(bytes, at) ?? -1
    if (end === -1) {
      this.#hold(bytes.subarray(at))
      return bytes.length
    }
    found.push(this.#parsed(this.#joined(bytes.subarray(at, end))))
    this.#braces = undefined
    this.#midLine = true
    return end
  }

  #tried(line: Buffer): unknown {
    try {
      return this.#parse(this.#with(line))
    } catch (cause) {
      if (cause instanceof ControllerError) throw cause
      return undefined
    }
  }

  #parsed(bytes: Buffer): unknown {
    try {
      return this.#parse(bytes)
    } catch (cause) {
      if (cause instanceof ControllerError) throw cause
      throw unreadable('What was sent is no JSON', cause)
    }
  }

  #joined(last: Buffer): Buffer {
    const joined = this.#with(last)
    this.#release()
    return joined
  }

  #with(last: Buffer): Buffer {
    return this.#held.size === 0 ? last : Buffer.concat([...this.#held.pieces, last])
  }

  #hold(bytes: Buffer): void {
    this.#held.push(bytes)
    if (this.#held.size > this.#mostBytes)
      throw unreadable(`What was sent is longer than any object: more than ${this.#mostBytes} bytes`)
  }

  #release(): void {
    this.#held = new HeldBytes()
  }
}

/** Counts braces outside of strings, over as many chunks as it takes. */
class Braces {
  #depth = 0
  #state: 'outside' | 'string' | 'escaped' = 'outside'

  /** The index after the brace that closes the first one, or -1 when it is not among these bytes. */
  endIn(bytes: Buffer, start: number): number {
    const { length } = bytes
    let [depth, state] = [this.#depth, this.#state]
    for (let at = start; at < length; at++) {
      const byte = bytes[at]
      if (state === 'escaped') state = 'string'
      else if (state === 'string') state = byte === quote ? 'outside' : byte === backslash ? 'escaped' : state
      else if (byte === quote) state = 'string'
      else if (byte === openObject) depth++
      else if (byte === closeObject && --depth === 0) return at + 1
    }
    this.#depth = depth
    this.#state = state
    return -1
  }
}

function endsObject(line: Buffer): boolean {
  let at = line.length - 1
  while (at > 0 && isBlank(line[at])) at--
  return line[at] === closeObject
}

const isBlank = (byte: number | undefined): boolean =>
  byte === newline || byte === carriageReturn || byte === space || byte === tab

const unreadable = (message: string, cause?: unknown): ControllerError =>
  new ControllerError('unreadable-answer', message, { retry: 'with-backoff', cause })
