import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { ApiResponse, ArrivingRequest, CertificateSubject } from '../request/api-request.ts'
import { BodyIntake, type BodyLimits } from './body-intake.ts'
import { type ChunkFrames, send } from './send.ts'
import { Strangers } from './strangers.ts'

export interface ListenOptions {
  /** 0, the default: any free one. */
  readonly port?: number
  /** Loopback unless said otherwise. */
  readonly host?: string
  /** Absent: plain HTTP. */
  readonly tls?: TlsFiles
  /** Where connections differ from what is usual. */
  readonly limits?: Partial<ConnectionLimits>
}

/** What one side may ask of a connection before it is known, and while it sends. Answers, watches among them, have no limit of time. */
export interface ConnectionLimits {
  readonly bodies: BodyLimits
  /** How long the head of a request may take to come, and a new connection to begin one. */
  readonly headersTimeoutMs: number
  /** Connections of one address on which nobody has proved who he is. */
  readonly strangersPerAddress: number
  /** How often connections are looked at for what they take too long for. */
  readonly checkEveryMs: number
}

const usualLimits: ConnectionLimits = {
  bodies: {
    bytes: 3 * 1024 * 1024,
    timeoutMs: 60_000,
    heldBytes: 192 * 1024 * 1024,
    heldBytesPerFlow: 64 * 1024 * 1024,
  },
  headersTimeoutMs: 20_000,
  strangersPerAddress: 256,
  checkEveryMs: 5000,
}

/** How long a connection stays after an answer that did not wait for the body, so that the answer is read. */
const lingerMs = 1000

/** PEM texts. */
export interface TlsFiles {
  readonly certificate: string
  readonly key: string
  /** Who signs client certificates. */
  readonly clientAuthority: string
}

export interface Listening {
  readonly url: string
  readonly port: number
  /** Ends open watches, waits for requests under way and gives the port back. */
  close(): Promise<void>
}

export interface ListenerTarget {
  /** Answers a request. Never rejects. */
  readonly answer: (request: ArrivingRequest) => Promise<ApiResponse>
  /** Told of answers that could not be sent as they are. */
  readonly report: (error: unknown, where: string) => void
}

/** Serves handlers over HTTP/1.1. */
export async function listen(target: ListenerTarget, options: ListenOptions): Promise<Listening> {
  const limits = { ...usualLimits, ...options.limits }
  const intake = new BodyIntake(limits.bodies)
  const strangers = new Strangers(limits.strangersPerAddress)
  const serving: Serving = { ...target, intake, strangers, frames: new WeakMap(), turnEnd: new TurnEnd() }
  const server = createHttpServer({ tls: options.tls, limits }, (message, response) => {
    serve(serving, message, response).catch(() => response.destroy())
  })
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    strangers.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const host = options.host ?? '127.0.0.1'
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, host, resolve)
  })
  const { port } = server.address() as AddressInfo
  const shown = host.includes(':') ? `[${host}]` : host
  return {
    url: `${options.tls === undefined ? 'http' : 'https'}://${shown}:${port}`,
    port,
    close: () => closeServer(server, sockets),
  }
}

interface ServerOptions {
  readonly tls: TlsFiles | undefined
  readonly limits: ConnectionLimits
}

function createHttpServer({ tls, limits: wanted }: ServerOptions, listener: RequestListener): Server {
  const limits = {
    // Go clients keep idle connections for 90 s; closing earlier would break a request that is being sent.
    keepAliveTimeout: 120_000,
    headersTimeout: wanted.headersTimeoutMs,
    // For what nobody reads any more; bodies that are read have their own time, and an answer that tells of it.
    requestTimeout: wanted.headersTimeoutMs + wanted.bodies.timeoutMs + lingerMs,
    connectionsCheckingInterval: wanted.checkEveryMs,
    // Selectors travel in the query; Go allows a megabyte where Node allows sixteen kilobytes.
    maxHeaderSize: 1024 * 1024,
    noDelay: true,
  }
  // An import of this module would evaluate all that it offers, a whole client among it: a tenth of the server's start.
  if (tls === undefined) return process.getBuiltinModule('node:http').createServer(limits, listener)
  const { certificate: cert, key, clientAuthority: ca } = tls
  // Who has no certificate is known by a token, or by nothing: so one is asked for but not demanded.
  const secure = {
    cert,
    key,
    ca,
    requestCert: true,
    rejectUnauthorized: false,
    minVersion: 'TLSv1.2',
    handshakeTimeout: wanted.headersTimeoutMs,
  } as const
  return createTlsServer({ ...limits, ...secure }, listener)
}

async function closeServer(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const giveUp = setTimeout(() => {
    for (const socket of sockets) socket.destroy()
  }, 1000)
  await closed
  clearTimeout(giveUp)
}

interface Serving extends ListenerTarget {
  readonly intake: BodyIntake
  readonly strangers: Strangers
  readonly frames: ChunkFrames
  readonly turnEnd: TurnEnd
}

/** The end of the present turn of the event loop: one for all who wait for it, so that they go on together. */
class TurnEnd {
  #waiting: Promise<void> | undefined

  wait(): Promise<void> {
    this.#waiting ??= new Promise((resolve) => {
      setImmediate(() => {
        this.#waiting = undefined
        resolve()
      })
    })
    return this.#waiting
  }
}

async function serve(serving: Serving, message: IncomingMessage, response: ServerResponse): Promise<void> {
  // A connection may break at any point of an answer; whoever is at work for it notices by himself.
  response.on('error', () => undefined)
  // Those that came in one turn take each step one after the other: the processor still has the code of the step at hand.
  // Each on its own way from the socket to the store would take a quarter longer.
  await serving.turnEnd.wait()
  const answer = await serving.answer(arriving(serving, message))
  serving.intake.done(message)
  if (!message.complete) endAfter(message, response)
  try {
    send(response, answer, serving.frames)
  } catch (error) {
    serving.report(error, `sending the answer to ${message.method} ${message.url}`)
    response.destroy()
  }
}

/** The answer did not wait for the whole body: what still comes is not kept, and the connection is of no further use. */
function endAfter(message: IncomingMessage, response: ServerResponse): void {
  if (message.destroyed || hasNoBody(message)) return
  response.setHeader('Connection', 'close')
  message.on('error', () => undefined).resume()
  const { socket } = message
  // Closing at once would make the other side lose the answer while it still writes.
  response.once('finish', () => setTimeout(() => socket.destroy(), lingerMs).unref())
}

/** A request that announces none is not complete before its listeners have run. */
function hasNoBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] === undefined && headers['transfer-encoding'] === undefined
}

function arriving({ intake, strangers }: Serving, message: IncomingMessage): ArrivingRequest {
  const { url = '/', method = 'GET', headers } = message
  const question = url.indexOf('?')
  const certificate = certificateOf(message.socket)
  return {
    method,
    path: question < 0 ? url : url.slice(0, question),
    query: question < 0 ? '' : url.slice(question + 1),
    headers: headers as ArrivingRequest['headers'],
    takeBody: (flow) => intake.take(message, flow),
    recognized: () => strangers.recognize(message.socket),
    ...(certificate !== undefined && { certificate }),
  }
}

function certificateOf(socket: Socket): CertificateSubject | undefined {
  if (!('authorized' in socket) || (socket as TLSSocket).authorized !== true) return undefined
  const { subject } = (socket as TLSSocket).getPeerCertificate()
  if (subject === undefined) return undefined
  const { CN, O } = subject as { readonly CN?: string; readonly O?: string | string[] }
  return { commonName: CN ?? '', organizations: O === undefined ? [] : [O].flat() }
}
