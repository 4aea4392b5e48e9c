import { type IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex, Readable, Writable } from 'node:stream'
import { addTrailers, inPairs, mostHeaders } from '../headers.ts'
import type { AnswerHead, Exchange, Upgrading } from './exchange.ts'
import { linger } from './linger.ts'

/** What exchanges of one server have in common. */
export interface Http1Serving {
  /** Whether clients are asked to go after their answer. */
  readonly draining: () => boolean
  /** How long the rest of a body that nobody wants may take. */
  readonly lingerMs: number
}

/** A request in HTTP/1. */
export class Http1Exchange implements Exchange {
  readonly protocol: 'HTTP/1.0' | 'HTTP/1.1'
  readonly method: string
  readonly target: string
  readonly authority: string
  readonly fault: number | undefined
  readonly lines: readonly string[]
  readonly body: Readable | undefined
  readonly upgrade: Upgrading | undefined
  readonly answer: Writable
  readonly #request: IncomingMessage
  readonly #response: ServerResponse
  readonly #serving: Http1Serving

  constructor(request: IncomingMessage, response: ServerResponse, serving: Http1Serving) {
    this.#request = request
    this.#response = response
    this.#serving = serving
    this.protocol = request.httpVersionMinor === 0 ? 'HTTP/1.0' : 'HTTP/1.1'
    this.method = request.method ?? ''
    this.target = request.url ?? ''
    this.lines = request.rawHeaders
    const { headers } = request
    this.authority = headers.host ?? ''
    const framed = headers['transfer-encoding'] !== undefined
    // Before version 1.1 nobody could say where a body in pieces ends, and of any other coding nobody can.
    const oddlyFramed =
      framed && (this.protocol === 'HTTP/1.0' || headers['transfer-encoding']?.toLowerCase() !== 'chunked')
    const many = this.lines.length > mostHeaders * 2
    this.fault = many ? 431 : oddlyFramed || hasTwoHosts(this.lines) ? 400 : undefined
    this.body = framed || Number(headers['content-length'] ?? 0) > 0 ? request : undefined
    this.answer = response
    response.on('error', ignore)
    request.on('error', ignore)
  }

  waiting(): boolean {
    const { writableEnded, writableLength } = this.#response
    return (this.body === undefined || this.#request.complete) && !writableEnded && writableLength === 0
  }

  trailers(): readonly string[] {
    return this.#request.rawTrailers
  }

  sendContinue(): void {
    if (!this.#response.headersSent && this.protocol === 'HTTP/1.1') this.#response.writeContinue()
  }

  begin({ status, reason, lines }: AnswerHead): void {
    const leaving =
      this.fault !== undefined || this.#serving.draining() ? [...lines, 'Connection', 'close'] : lines
    this.#response.writeHead(status, reason ?? STATUS_CODES[status] ?? '', leaving as string[])
  }

  finish(trailers: readonly string[]): void {
    if (this.protocol === 'HTTP/1.1') addTrailers(this.#response, trailers)
    this.#response.end()
    const { socket } = this.#request
    if (this.body === undefined || this.#request.complete) return
    linger(this.body, this.#serving.lingerMs, () => socket.destroy())
    // Of a connection that ends, a request need not tell.
    socket.once('close', () => this.#request.destroy())
  }

  cut(): void {
    this.#request.socket.destroy()
  }

  whenOver(listener: (over: { readonly sent: boolean }) => void): void {
    this.#response.once('close', () => listener({ sent: this.#response.writableFinished }))
  }
}

/** A request in HTTP/1.1 that wants to leave HTTP behind. */
export class UpgradeExchange extends Http1Exchange {
  override readonly upgrade: Upgrading

  constructor(
    request: IncomingMessage,
    { connection, head }: { readonly connection: Duplex; readonly head: Buffer },
    serving: Http1Serving,
  ) {
    const response = new ServerResponse(request)
    response.shouldKeepAlive = false
    super(request, response, serving)
    // A server's own connections are sockets to the compiler; any stream does.
    response.assignSocket(request.socket)
    response.once('finish', () => connection.end())
    this.upgrade = {
      accept: (lines) => {
        response.detachSocket(request.socket)
        const named = inPairs(lines).map(([name, value]) => `${name}: ${value}\r\n`)
        const status = `HTTP/1.1 101 ${STATUS_CODES[101]}\r\n`
        connection.write(`${status}Connection: Upgrade\r\n${named.join('')}\r\n`, 'latin1')
        return { connection, head }
      },
    }
  }
}

const ignore = (): void => undefined

function hasTwoHosts(lines: readonly string[]): boolean {
  let hosts = 0
  for (let index = 0; index < lines.length; index += 2)
    if (lines[index]?.length === 4 && lines[index]?.toLowerCase() === 'host') hosts += 1
  return hosts > 1
}
