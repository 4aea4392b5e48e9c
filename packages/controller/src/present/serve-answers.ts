import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ControllerError } from '../errors.ts'
import { Background, type OnFault } from '../faults.ts'
import { hasBearerToken, loopbackHosts } from './bearer-token.ts'
import { Listeners, mostListeners, type OpenStream } from './event-streams.ts'
import { type PageFile, pageSender, type SendFile } from './page-files.ts'
import { type AskedFor, partsOf, type ReadAnswer } from './routes.ts'

/** What is served, and to whom. */
export interface ServeAnswersOptions {
  readonly host?: string
  readonly port: number
  /** Asked of every client; needed where the host is not loopback. */
  readonly token?: string
  /** Answers whatever is no file and no stream. */
  readonly answer: (asked: AskedFor) => Promise<ReadAnswer>
  /** Streams of server-sent events by path. */
  readonly streams?: Readonly<Record<string, OpenStream>>
  /** The files of a page by name; `index.html` is shown at the root. They need no token: there is nothing of the world in them. */
  readonly files?: ReadonlyMap<string, PageFile>
  /** Paths that need no token. */
  readonly open?: readonly string[]
  /** Told of requests that fail by our mistake; whoever asks gets a sentence. */
  readonly onFault?: OnFault
  /** How long a client may take to ask; left out: seconds. */
  readonly patience?: Patience
}

/** In milliseconds. */
export interface Patience {
  readonly headersTimeout: number
  readonly requestTimeout: number
  /** How often it is looked for those who take longer. */
  readonly connectionsCheckingInterval: number
}

/** Answers on a socket. */
export interface ServedAnswers {
  readonly url: string
  readonly close: () => Promise<void>
}

// Those who ask have nothing to send: what takes longer than this is no question.
const limits = { headersTimeout: 10_000, requestTimeout: 15_000, maxHeaderSize: 32 * 1024 }
const mostConnections = 1_000

/** Serves answers, streams and a page over HTTP. Refuses to open itself to the network without a token. */
export async function serveAnswers(options: ServeAnswersOptions): Promise<ServedAnswers> {
  const { host = '127.0.0.1', port, token, files = new Map() } = options
  if (token === undefined && !loopbackHosts.has(host)) {
    throw new ControllerError('refused', `The API is not served on ${host} without a token`, {
      retry: 'never',
    })
  }
  const listeners = new Listeners()
  const answering: Answering = { ...options, listeners, sendFile: pageSender(files) }
  const background = new Background(options.onFault)
  const server = createServer({ ...limits, ...options.patience }, (request, response) => {
    // Whoever hangs up while being answered does not hear the rest.
    response.on('error', () => response.destroy())
    const name = `${request.method} ${request.url}`.slice(0, 200)
    background.run({ what: 'answering a request', about: 'request', name }, () =>
      answerSomehow(request, response, answering),
    )
  })
  server.maxConnections = mostConnections
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      listeners.close()
      const why = cause.code === 'EADDRINUSE' ? 'it is in use' : cause.message
      const message = `Port ${port} on ${host} cannot be used: ${why}`
      reject(new ControllerError('refused', message, { retry: 'never', cause }))
    })
    server.listen(port, host, resolve)
  })
  const { port: bound } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    close: () =>
      new Promise((resolve) => {
        listeners.close()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

interface Answering extends ServeAnswersOptions {
  readonly listeners: Listeners
  readonly sendFile: SendFile
}

/** The one place where the errors of a request end: with an answer, and for us with a fault. */
async function answerSomehow(
  request: IncomingMessage,
  response: ServerResponse,
  options: Answering,
): Promise<void> {
  try {
    await answerOne(request, response, options)
  } catch (error) {
    if (response.headersSent) response.destroy()
    else sendError(response, 500, 'The answer failed by a mistake of Sitrep; its log says why')
    throw error
  }
}

function sendError(response: ServerResponse, status: number, error: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(`${JSON.stringify({ error })}\n`)
}

async function answerOne(
  request: IncomingMessage,
  response: ServerResponse,
  options: Answering,
): Promise<void> {
  const { token, listeners, sendFile, streams = {}, open = [] } = options
  const url = request.url ?? '/'
  const { path, query } = partsOf(url)
  if (token === undefined && !loopbackHosts.has(hostnameIn(request.headers.host))) {
    // A page from elsewhere can make its own name lead to this machine; what it asks for under that name it must not read.
    return sendError(response, 403, 'Without a token only this machine is answered')
  }
  if (sendFile(path, request, response)) return
  const stranger = token !== undefined && !hasBearerToken(request.headers.authorization, token)
  if (stranger && !open.includes(url)) return sendError(response, 401, 'A bearer token is needed')
  const stream = Object.hasOwn(streams, path) ? streams[path] : undefined
  if (stream !== undefined && request.method === 'GET') {
    if (listeners.full)
      return sendError(response, 503, `${mostListeners} listen to the changes already; come back later`)
    const id = request.headers['last-event-id']
    return listeners.add(response, stream, { query, lastEventId: typeof id === 'string' ? id : undefined })
  }
  const gzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
  const { status, type, body, headers } = await options.answer({
    method: request.method ?? 'GET',
    url,
    gzip,
    stranger,
  })
  response.writeHead(status, {
    'content-type': type,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

const hostnameIn = (host: string | undefined): string =>
  (host ?? '').replace(/:\d+$/, '').replace(/^\[|\]$/g, '')
