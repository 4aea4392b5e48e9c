import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { ApiRequest, ApiResponse, CertificateSubject } from '../request/api-request.ts'
import { type ChunkFrames, send } from './send.ts'

export interface ListenOptions {
  /** 0, the default: any free one. */
  readonly port?: number
  /** Loopback unless said otherwise. */
  readonly host?: string
  /** Absent: plain HTTP. */
  readonly tls?: TlsFiles
}

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
  /** Answers a complete request. Never rejects. */
  readonly answer: (request: ApiRequest) => Promise<ApiResponse>
  /** Answers a request whose body is larger than this. */
  readonly refuseBody: () => ApiResponse
  readonly maxBodyBytes: number
}

const noBody = Buffer.alloc(0)

/** Serves handlers over HTTP/1.1. */
export async function listen(target: ListenerTarget, options: ListenOptions): Promise<Listening> {
  const serving: Serving = { ...target, frames: new WeakMap() }
  const server = createHttpServer(options.tls, (message, response) => {
    serve(serving, message, response).catch(() => response.destroy())
  })
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
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

function createHttpServer(tls: TlsFiles | undefined, listener: RequestListener): Server {
  const limits = {
    // Go clients keep idle connections for 90 s; closing earlier would break a request that is being sent.
    keepAliveTimeout: 120_000,
    headersTimeout: 130_000,
    // A watch is one request that lasts for an hour.
    requestTimeout: 0,
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
  readonly frames: ChunkFrames
}

async function serve(target: Serving, message: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readBody(message, target.maxBodyBytes)
  if (body === 'aborted') return
  const answer = body === 'too-large' ? target.refuseBody() : await target.answer(requestOf(message, body))
  send(response, answer, target.frames)
}

function readBody(message: IncomingMessage, limit: number): Promise<Buffer | 'too-large' | 'aborted'> {
  const { method } = message
  if (method === 'GET' || method === 'HEAD') return Promise.resolve(noBody)
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    message.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > limit) resolve('too-large')
      else chunks.push(chunk)
    })
    message.on('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)))
    message.on('close', () => resolve('aborted'))
  })
}

function requestOf(message: IncomingMessage, body: Buffer): ApiRequest {
  const { url = '/', method = 'GET', headers } = message
  const question = url.indexOf('?')
  const certificate = certificateOf(message.socket)
  return {
    method,
    path: question < 0 ? url : url.slice(0, question),
    query: question < 0 ? '' : url.slice(question + 1),
    headers: headers as ApiRequest['headers'],
    body,
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
