/** What an answer begins with. */
export interface AnswerHead {
  readonly status: number
  /** Names in lower case, with their values, in the order in which they came. */
  readonly headers: readonly (readonly [name: string, value: string])[]
}

/** Told what an answer brings, as it comes. */
export interface AnswerListener {
  readonly onHead: (head: AnswerHead) => void
  readonly onBytes: (bytes: Buffer) => void
  /** The answer is whole. */
  readonly onEnd: () => void
}

// As much as the platform's own client takes.
const mostHeadBytes = 16 * 1024
const mostHeaders = 2_000
/** So often a server may say that the real answer is on its way. */
const mostHints = 16
/** The length of a chunk in hexadecimal digits, and whatever a server has to say about it. */
const mostLineBytes = 1_024

const headEnd = Buffer.from('\r\n\r\n')
const lineEnd = Buffer.from('\r\n')

/** What of an answer comes next. */
type Part = 'head' | 'counted' | 'chunk-size' | 'chunk' | 'chunk-end' | 'trailers' | 'until-close' | 'nothing'

/**
 * Reads one answer of HTTP/1.1 from the bytes of a connection, wherever they are cut (RFC 9112, sections 2 to 7). Whatever could be read in
 * two ways is an error: then nobody knows where the answer ends, and the connection is of no use any more.
 */
export class AnswerReader {
  readonly #listener: AnswerListener
  #part: Part = 'head'
  /** How many bytes of the body, or of a chunk of it, are still to come. */
  #left = 0
  #trailerBytes = 0
  #hints = 0
  #persists = false
  /** The beginning of a line, or of the head, that goes on in the next bytes. */
  #held: Buffer | undefined = undefined

  constructor(listener: AnswerListener) {
    this.#listener = listener
  }

  /** Whether all of the answer was read, and the connection may be asked something else. */
  get leavesOpen(): boolean {
    return this.#part === 'nothing' && this.#persists
  }

  /** Whether it ends with the connection. */
  get lastsUntilClose(): boolean {
    return this.#part === 'until-close'
  }

  take(chunk: Buffer): void {
    const bytes = this.#held === undefined ? chunk : Buffer.concat([this.#held, chunk])
    this.#held = undefined
    let at = 0
    while (at < bytes.length) {
      const after = this.#read(bytes, at)
      if (after === undefined) {
        this.#held = bytes.subarray(at)
        return
      }
      at = after
    }
  }

  /** The index after what was read; nothing when the bytes end before a line does. */
  #read(bytes: Buffer, at: number): number | undefined {
    switch (this.#part) {
      case 'head':
        return this.#readHead(bytes, at)
      case 'counted':
      case 'chunk':
        return this.#readCounted(bytes, at)
      case 'chunk-size':
        return this.#readChunkSize(bytes, at)
      case 'chunk-end':
        return this.#readChunkEnd(bytes, at)
      case 'trailers':
        return this.#readTrailer(bytes, at)
      case 'until-close':
        this.#listener.onBytes(at === 0 ? bytes : bytes.subarray(at))
        return bytes.length
      case 'nothing':
        throw new Error('more was sent than was asked for')
    }
  }

  #readHead(bytes: Buffer, at: number): number | undefined {
    const end = bytes.indexOf(headEnd, at)
    if ((end === -1 ? bytes.length : end) - at > mostHeadBytes)
      throw new Error(`the answer begins with more than ${mostHeadBytes} bytes of headers`)
    if (end === -1) return undefined
    const { minor, ...head } = headOf(bytes.toString('latin1', at, end))
    const after = end + headEnd.length
    if (head.status === 101) throw new Error('the server changes to a protocol that nobody asked for')
    if (head.status < 200) {
      if (++this.#hints > mostHints) throw new Error(`the answer is announced more than ${mostHints} times`)
      return after
    }
    this.#persists = minor === 1 && !valuesOf(head, 'connection').some(isClose)
    const part = this.#bodyOf(head)
    this.#listener.onHead(head)
    if (part === 'nothing') this.#end()
    else this.#part = part
    return after
  }

  #bodyOf(head: AnswerHead): Part {
    const [codings, lengths] = [valuesOf(head, 'transfer-encoding'), valuesOf(head, 'content-length')]
    if (head.status === 204 || head.status === 304) return 'nothing'
    if (codings.length > 0) {
      if (lengths.length > 0) throw new Error('the answer has two lengths')
      if (codings.join().toLowerCase() !== 'chunked')
        throw new Error('the answer is coded in a way that nobody asked for')
      return 'chunk-size'
    }
    const [length] = lengths
    if (length === undefined) {
      this.#persists = false
      return 'until-close'
    }
    if (!/^\d{1,15}$/.test(length) || lengths.some((other) => other !== length))
      throw new Error('the length of the answer is no number')
    this.#left = Number(length)
    return this.#left === 0 ? 'nothing' : 'counted'
  }

  #readCounted(bytes: Buffer, at: number): number {
    const end = Math.min(bytes.length, at + this.#left)
    this.#left -= end - at
    this.#listener.onBytes(bytes.subarray(at, end))
    if (this.#left === 0) {
      if (this.#part === 'counted') this.#end()
      else this.#part = 'chunk-end'
    }
    return end
  }

  #readChunkSize(bytes: Buffer, at: number): number | undefined {
    const end = endOfLine(bytes, at)
    if (end === undefined) return undefined
    const [, digits] = /^([\da-f]{1,8})[ \t]*(?:;.*)?$/i.exec(bytes.toString('latin1', at, end)) ?? []
    if (digits === undefined) throw new Error('the length of a part of the answer is no number')
    this.#left = Number.parseInt(digits, 16)
    this.#part = this.#left === 0 ? 'trailers' : 'chunk'
    return end + lineEnd.length
  }

  #readChunkEnd(bytes: Buffer, at: number): number | undefined {
    if (bytes.length - at < lineEnd.length) return undefined
    if (bytes.compare(lineEnd, 0, lineEnd.length, at, at + lineEnd.length) !== 0)
      throw new Error('a part of the answer is longer than it says')
    this.#part = 'chunk-size'
    return at + lineEnd.length
  }

  // Nothing that may stand there is of use to anybody.
  #readTrailer(bytes: Buffer, at: number): number | undefined {
    const end = endOfLine(bytes, at)
    if (end === undefined) return undefined
    this.#trailerBytes += end - at
    if (this.#trailerBytes > mostHeadBytes)
      throw new Error(`the answer ends with more than ${mostHeadBytes} bytes of headers`)
    if (end === at) this.#end()
    return end + lineEnd.length
  }

  #end(): void {
    this.#part = 'nothing'
    this.#listener.onEnd()
  }
}

function endOfLine(bytes: Buffer, at: number): number | undefined {
  const end = bytes.indexOf(lineEnd, at)
  if ((end === -1 ? bytes.length : end) - at > mostLineBytes)
    throw new Error(`a line of the answer has more than ${mostLineBytes} bytes`)
  return end === -1 ? undefined : end
}

const firstLine = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: |$)/
/** Ends of lines that are none, and the one byte that nobody may send. */
const strayBytes = /\0|\r(?!\n)|(?<!\r)\n/
const headerName = /^[!#$%&'*+.^_`|~\w-]+$/

/** Each line is cut out of the text and no pattern matched to all of it: every answer has a dozen of them. */
function headOf(text: string): AnswerHead & { readonly minor: number } {
  let end = lineEndIn(text, 0)
  const [, minor, status] = firstLine.exec(text.slice(0, end)) ?? []
  if (status === undefined) throw new Error('the answer is no HTTP/1.1')
  if (strayBytes.test(text)) throw new Error('a header of the answer cannot be read')
  const headers: [string, string][] = []
  while (end < text.length) {
    const start = end + 2
    end = lineEndIn(text, start)
    headers.push(headerIn(text, start, end))
    if (headers.length > mostHeaders) throw new Error(`the answer has more than ${mostHeaders} headers`)
  }
  return { status: Number(status), headers, minor: Number(minor) }
}

function lineEndIn(text: string, start: number): number {
  const end = text.indexOf('\r\n', start)
  return end === -1 ? text.length : end
}

function headerIn(text: string, start: number, end: number): [name: string, value: string] {
  const colon = text.indexOf(':', start)
  const name = text.slice(start, colon === -1 ? end : Math.min(colon, end))
  if (colon === -1 || colon >= end || !headerName.test(name))
    throw new Error('a header of the answer cannot be read')
  let [from, to] = [colon + 1, end]
  while (from < to && isBlank(text.charCodeAt(from))) from++
  while (to > from && isBlank(text.charCodeAt(to - 1))) to--
  return [name.toLowerCase(), text.slice(from, to)]
}

const isBlank = (code: number): boolean => code === 0x20 || code === 0x09

const isClose = (value: string): boolean =>
  value.split(',').some((option) => option.trim().toLowerCase() === 'close')

/** Everything that a header says, which may stand there several times. */
export function valuesOf({ headers }: AnswerHead, name: string): readonly string[] {
  let values: string[] = none
  for (const [each, value] of headers) if (each === name) values = [...values, value]
  return values
}

const none: string[] = []
