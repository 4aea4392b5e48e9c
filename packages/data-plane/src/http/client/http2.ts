import { constants, type Http2Stream, type ServerHttp2Stream } from 'node:http2'
import type { Readable, Writable } from 'node:stream'
import type { Limits } from '../../limits.ts'
import { inPairs, mostHeaders } from '../headers.ts'
import type { AnswerHead, Exchange } from './exchange.ts'
import { linger } from './linger.ts'

/** A request in HTTP/2. */
export class Http2Exchange implements Exchange {
  readonly protocol = 'HTTP/2'
  readonly method: string
  readonly target: string
  readonly authority: string
  readonly fault: number | undefined
  readonly lines: readonly string[]
  readonly body: Readable | undefined
  readonly upgrade = undefined
  readonly answer: Writable
  readonly #stream: ServerHttp2Stream
  readonly #limits: Limits
  #received: readonly string[] = []
  #sent: readonly string[] = []

  /** `raw` are all headers as they came, those with a colon too. */
  constructor(stream: ServerHttp2Stream, raw: readonly string[], limits: Limits) {
    this.#limits = limits
    const { named, lines, cookies } = sortLines(raw)
    this.#stream = stream
    this.method = named.get(':method') ?? ''
    this.target = named.get(':path') ?? ''
    const hosts = lines.filter((_, index) => index % 2 === 1 && lines[index - 1] === 'host')
    this.authority = named.get(':authority') ?? hosts[0] ?? ''
    const scheme = named.get(':scheme')
    const odd =
      hosts.some((host) => host.toLowerCase() !== this.authority.toLowerCase()) ||
      (scheme !== undefined && scheme !== 'http' && scheme !== 'https') ||
      named.has(':protocol')
    const bytes = raw.reduce((sum, text) => sum + text.length, 0)
    this.fault = bytes > limits.headerBytes || raw.length > mostHeaders * 2 ? 431 : odd ? 400 : undefined
    // HTTP/2 lets a client send its cookies one by one; elsewhere they must be one header.
    this.lines = cookies.length === 0 ? lines : [...lines, 'cookie', cookies.join('; ')]
    this.body = stream.readableEnded || stream.endAfterHeaders ? undefined : stream
    this.answer = stream
    stream.on('error', () => undefined)
    stream.on('trailers', (_headers, _flags, rawTrailers: readonly string[]) => {
      this.#received = rawTrailers
    })
    stream.on('wantTrailers', () => sendTrailers(stream, this.#sent))
  }

  waiting(): boolean {
    const { readableEnded, writableEnded, writableLength } = this.#stream
    return (this.body === undefined || readableEnded) && !writableEnded && writableLength === 0
  }

  trailers(): readonly string[] {
    return this.#received
  }

  sendContinue(): void {
    const { headersSent, destroyed, closed } = this.#stream
    if (!headersSent && !destroyed && !closed) this.#stream.additionalHeaders({ ':status': 100 })
  }

  begin({ status, lines, empty }: AnswerHead): void {
    if (this.#stream.destroyed) return
    const lower = lines.map((text, index) => (index % 2 === 0 ? text.toLowerCase() : text))
    this.#stream.respond([':status', String(status), ...lower], { endStream: empty, waitForTrailers: !empty })
  }

  finish(trailers: readonly string[]): void {
    this.#sent = trailers
    this.#stream.end()
    if (this.body === undefined || this.#stream.readableEnded) return
    linger(this.body, this.#limits.headersMs, () => this.#stream.close(constants.NGHTTP2_NO_ERROR))
  }

  cut(): void {
    this.#stream.close(constants.NGHTTP2_INTERNAL_ERROR)
  }

  whenOver(listener: (over: { readonly sent: boolean }) => void): void {
    this.#stream.once('close', () =>
      listener({
        sent: this.#stream.writableFinished && this.#stream.rstCode === constants.NGHTTP2_NO_ERROR,
      }),
    )
  }
}

/** Ends a stream with trailers. What cannot be said in HTTP/2 breaks it off, and nothing else. */
export function sendTrailers(stream: Http2Stream, lines: readonly string[]): void {
  // Without a prototype: names are what others sent.
  const trailers: Record<string, string[]> = Object.create(null)
  for (const [name, value] of inPairs(lines)) {
    trailers[name] ??= []
    trailers[name].push(value)
  }
  try {
    stream.sendTrailers(trailers)
  } catch {
    stream.close(constants.NGHTTP2_INTERNAL_ERROR)
  }
}

function sortLines(raw: readonly string[]) {
  const named = new Map<string, string>()
  const lines: string[] = []
  const cookies: string[] = []
  for (const [name, value] of inPairs(raw)) {
    if (name.startsWith(':')) named.set(name, value)
    else if (name === 'cookie') cookies.push(value)
    else lines.push(name, value)
  }
  return { named, lines, cookies }
}
