import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { StatusChange } from '@sitrep/engine'
import { ControllerError } from '../errors.ts'
import { Background, type OnFault } from '../faults.ts'
import { hasBearerToken, loopbackHosts } from './bearer-token.ts'
import { answerRead, changeEvent, type ReadApiOptions } from './read-api.ts'

export interface ServeOptions extends ReadApiOptions {
  readonly host?: string
  readonly port: number
  /** Asked of every client; needed where the host is not loopback. */
  readonly token?: string
  /** HTML that is shown at the root. */
  readonly page?: string
  /** Told of requests that fail by our mistake; whoever asks gets a sentence. */
  readonly onFault?: OnFault
  /** How long a client may take to ask; left out: seconds. */
  readonly patience?: ReadApiPatience
}

/** In milliseconds. */
export interface ReadApiPatience {
  readonly headersTimeout: number
  readonly requestTimeout: number
  /** How often it is looked for those who take longer. */
  readonly connectionsCheckingInterval: number
}

/** The read-only API on a socket. */
export interface ServedReadApi {
  readonly url: string
  /** Hands changes on to whoever listens. */
  readonly publish: (changes: readonly StatusChange[], at: number) => void
  readonly close: () => Promise<void>
}

// A listener that cannot keep up is let go; it comes back and reads the present state.
const mostBufferedBytes = 4 * 1024 * 1024

// Those who ask have nothing to send: what takes longer than this is no question.
const limits = { headersTimeout: 10_000, requestTimeout: 15_000, maxHeaderSize: 32 * 1024 }
const mostConnections = 1_000
const mostListeners = 200

/** Serves status, explanations, history, disagreements and metrics. Refuses to open itself to the network without a token. */
export async function serveReadApi(options: ServeOptions): Promise<ServedReadApi> {
  const { host = '127.0.0.1', port, token } = options
  if (token === undefined && !loopbackHosts.has(host)) {
    throw new ControllerError('refused', `The API is not served on ${host} without a token`, {
      retry: 'never',
    })
  }
  const listeners = new Set<ServerResponse>()
  const background = new Background(options.onFault)
  const server = createServer({ ...limits, ...options.patience }, (request, response) => {
    // Whoever hangs up while being answered does not hear the rest.
    response.on('error', () => response.destroy())
    const name = `${request.method} ${request.url}`.slice(0, 200)
    background.run({ what: 'answering a request', about: 'request', name }, () =>
      answerSomehow(request, response, { ...options, listeners }),
    )
  })
  server.maxConnections = mostConnections
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const why = cause.code === 'EADDRINUSE' ? 'it is in use' : cause.message
      const message = `Port ${port} on ${host} cannot be used: ${why}`
      reject(new ControllerError('refused', message, { retry: 'never', cause }))
    })
    server.listen(port, host, resolve)
  })
  const { port: bound } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    publish: (changes, at) => {
      if (listeners.size === 0) return
      const events = changes.map((change) => changeEvent(change, at)).join('')
      for (const listener of listeners) {
        if (listener.writableLength > mostBufferedBytes) listener.destroy()
        else listener.write(events)
      }
    },
    close: () =>
      new Promise((resolve) => {
        for (const listener of listeners) listener.end()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

// The page talks to its own server and to nobody else.
const pagePolicy =
  "default-src 'none'; connect-src 'self'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"

interface Answering extends ServeOptions {
  readonly listeners: Set<ServerResponse>
}

/** The one place where the errors of a request end: with an answer, and for us with a fault. */
async function answerSomehow(
  request: IncomingMessage,
  response: ServerResponse,
  options: Answering,
): Promise<void> {
  try {
    await answer(request, response, options)
  } catch (error) {
    if (response.headersSent) response.destroy()
    else sendError(response, 500, 'The answer failed by a mistake of Sitrep; its log says why')
    throw error
  }
}

function sendError(response: ServerResponse, status: number, error: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(`${JSON.stringify({ error })}\n`)
}

async function answer(request: IncomingMessage, response: ServerResponse, options: Answering): Promise<void> {
  const { token, listeners } = options
  const url = request.url ?? '/'
  if (token === undefined && !loopbackHosts.has(hostnameIn(request.headers.host))) {
    // A page from elsewhere can make its own name lead to this machine; what it asks for under that name it must not read.
    return sendError(response, 403, 'Without a token only this machine is answered')
  }
  const open = url === '/healthz' || url === '/readyz'
  const stranger = token !== undefined && !hasBearerToken(request.headers.authorization, token)
  if (stranger && !open) return sendError(response, 401, 'A bearer token is needed')
  if (url.split('?')[0] === '/api/v1/changes' && request.method === 'GET') {
    if (listeners.size >= mostListeners)
      return sendError(response, 503, `${mostListeners} listen to the changes already; come back later`)
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    response.flushHeaders()
    listeners.add(response)
    response.on('close', () => listeners.delete(response))
    return
  }
  if (url === '/' && options.page !== undefined && request.method === 'GET') {
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': pagePolicy })
      .end(options.page)
    return
  }
  const { status, type, body } = await answerRead(request.method ?? 'GET', url, { ...options, stranger })
  response.writeHead(status, {
    'content-type': type,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

const hostnameIn = (host: string | undefined): string =>
  (host ?? '').replace(/:\d+$/, '').replace(/^\[|\]$/g, '')
