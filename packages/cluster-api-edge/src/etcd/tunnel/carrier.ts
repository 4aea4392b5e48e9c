/// <reference path="./ws.d.ts" />
import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request } from 'node:https'
import type { Duplex } from 'node:stream'
import { guardedLookup, type ServerAccess } from '@sitrep/controller/connection'

export interface CarrierOptions {
  readonly path: string
  /** Says when to wait no longer; what is open by then stays open. */
  readonly signal: AbortSignal
}

const protocol = 'portforward.k8s.io'
const spdy = 'SPDY/3.1'
const protocolHeader = 'sec-websocket-protocol'
const mostBytes = 64 * 1024
const maxPayload = 1024 * 1024

/**
 * A connection to an API server on which SPDY/3.1 is spoken: through a WebSocket, which gets through more proxies, and on servers that do
 * not know that (before 1.31), by an upgrade of the request itself.
 */
export async function openCarrier(access: ServerAccess, options: CarrierOptions): Promise<Duplex> {
  const headers = { ...(await access.headers?.()) }
  return (await throughWebSocket(access, headers, options)) ?? upgraded(access, headers, options)
}

type Headers = Readonly<Record<string, string>>

/** The way that newer servers know. Nothing when the server answers, and does not do this. */
export async function throughWebSocket(
  access: ServerAccess,
  headers: Headers,
  { path, signal }: CarrierOptions,
): Promise<Duplex | undefined> {
  const { WebSocket, createWebSocketStream } = await import('ws')
  const wanted = `${spdy}+${protocol}`
  return new Promise((resolve, reject) => {
    const { href } = addressOf(access, path)
    const socket = new WebSocket(href.replace(/^http/, 'ws'), [], {
      ...tlsOf(access),
      // Kubernetes gives the protocol a name that may be none, with a slash: the library is not told of it, neither here nor below.
      headers: { ...headers, [protocolHeader]: wanted },
      maxPayload,
      perMessageDeflate: false,
    })
    let answered = false
    const stop = (): void => socket.terminate()
    socket.once('upgrade', (answer: IncomingMessage) => {
      answered = true
      if (answer.headers[protocolHeader] !== wanted) stop()
      delete answer.headers[protocolHeader]
    })
    socket.once('unexpected-response', () => {
      answered = true
      stop()
    })
    socket.on('error', (error: Error) => (answered ? resolve(undefined) : reject(error)))
    socket.once('open', () => {
      signal.removeEventListener('abort', stop)
      resolve(createWebSocketStream(socket))
    })
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
  })
}

/** The way that servers before 1.31 know. */
export async function upgraded(
  access: ServerAccess,
  headers: Headers,
  { path, signal }: CarrierOptions,
): Promise<Duplex> {
  const { protocol: scheme, hostname, port, pathname } = addressOf(access, path)
  return new Promise((resolve, reject) => {
    const call = (scheme === 'https:' ? request : requestPlain)({
      ...tlsOf(access),
      hostname: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? (scheme === 'https:' ? 443 : 80) : port,
      path: pathname,
      method: 'POST',
      agent: false,
      headers: { ...headers, connection: 'Upgrade', upgrade: spdy, 'x-stream-protocol-version': protocol },
    })
    const stop = (): void => {
      call.destroy(new Error(noAnswer))
    }
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    call.on('error', reject)
    call.on('upgrade', (answer, socket, head) => {
      signal.removeEventListener('abort', stop)
      if (String(answer.headers.upgrade).toLowerCase() !== spdy.toLowerCase()) {
        socket.destroy()
        reject(new Error('the API server speaks no SPDY/3.1'))
        return
      }
      if (head.length > 0) socket.unshift(head)
      resolve(socket)
    })
    call.on('response', (answer) => {
      textOf(answer).then(
        (text) => reject(new Error(sentenceIn(text) ?? `HTTP ${answer.statusCode}`)),
        reject,
      )
    })
    call.end()
  })
}

/** What is said of whoever does not answer at all. */
export const noAnswer = 'context deadline exceeded'

const addressOf = ({ server }: ServerAccess, path: string): URL =>
  new URL(`${server.replace(/\/$/, '')}${path}`)

// Whoever may not be connected to may not be by this way either.
const tlsOf = ({ ca, cert, key, insecure, serverName, addresses }: ServerAccess) => ({
  ...(addresses && { lookup: guardedLookup(addresses) }),
  ...(ca && { ca }),
  ...(cert && { cert }),
  ...(key && { key }),
  ...(serverName !== undefined && { servername: serverName }),
  rejectUnauthorized: insecure !== true,
})

async function textOf(answer: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer) {
    chunks.push(chunk)
    size += chunk.length
    if (size > mostBytes) break
  }
  return Buffer.concat(chunks).toString('utf8')
}

// A Status carries a sentence for people; anything else that a proxy on the way may send is not shown.
function sentenceIn(text: string): string | undefined {
  try {
    const { kind, message } = JSON.parse(text) as { kind?: unknown; message?: unknown }
    return kind === 'Status' && typeof message === 'string' ? message : undefined
  } catch {
    return undefined
  }
}
