import type { ClientRequest, IncomingMessage } from 'node:http'
import { pipeline, type Readable } from 'node:stream'
import { ControllerError, errorOfAnswer } from '../errors.ts'
import { wordsOf } from '../faults.ts'
import { realTiming } from '../timing.ts'
import { type AddressGuard, guardedLookup } from './address-guard.ts'
import type { ApiRequest, ApiStream, Connection } from './connection.ts'
import { HeldBytes } from './held-bytes.ts'
import { parseJson } from './json-depth.ts'
import { weighJson } from './json-weight.ts'
import { http, https, zlib } from './node-modules.ts'
import { retryAfterIn } from './retry-after.ts'

/** How to reach a server and who one is there. */
export interface ServerAccess {
  /** `https://host:port` and perhaps a path in front of everything. */
  readonly server: string
  readonly ca?: string | Buffer
  readonly cert?: string | Buffer
  readonly key?: string | Buffer
  readonly insecure?: boolean
  readonly serverName?: string
  /** Which addresses may be connected to; left out: all. */
  readonly addresses?: AddressGuard
  /** How long an answer may be that is not streamed, whatever somebody would take who asks. */
  readonly mostBytes?: number
  /** How many values such an answer may have. Default: as many as fit. */
  readonly mostValues?: number
  /** Headers to send with a request; asked anew each time, because tokens expire. */
  readonly headers?: () => Promise<Readonly<Record<string, string>>> | Readonly<Record<string, string>>
}

const defaultTimeoutMs = 60_000
const defaultMostBytes = 256 * 1024 * 1024
// Whoever refuses says why in a sentence.
const mostBytesOfRefusal = 1024 * 1024
// Go servers and ours keep idle connections longer than this, so none is written to while it is being closed.
const idleMs = 30_000

/** A connection over HTTP/1.1 with kept-alive sockets. */
export function connectTo(access: ServerAccess): Connection {
  const base = new URL(access.server)
  const secure = base.protocol === 'https:'
  const prefix = base.pathname.replace(/\/$/, '')
  const tls = {
    ca: access.ca,
    cert: access.cert,
    key: access.key,
    rejectUnauthorized: access.insecure !== true,
    servername: access.serverName,
  }
  const options = {
    keepAlive: true,
    maxSockets: Number.POSITIVE_INFINITY,
    timeout: idleMs,
    ...(access.addresses && { lookup: guardedLookup(access.addresses) }),
  }
  const agent = secure ? new https.Agent({ ...options, ...tls }) : new http.Agent(options)

  agent.getName = () => 'server'

  const send = async (request: ApiRequest, until: 'end' | 'begin'): Promise<IncomingMessage> => {
    const body = request.body === undefined ? undefined : JSON.stringify(request.body)
    const bodyBytes = body === undefined ? 0 : Buffer.byteLength(body)
    const headers = {
      ...(await access.headers?.()),
      accept: request.accept ?? 'application/json',
      // An answer that is not asked for compressed is never unpacked for nothing: on loopback and in a data centre bytes are cheap.
      ...(body !== undefined && {
        'content-type': request.contentType ?? 'application/json',
        'content-length': bodyBytes,
      }),
    }
    const path = `${prefix}${request.path}`
    const { hostname, port } = base
    return new Promise((resolve, reject) => {
      const call: ClientRequest = (secure ? https : http).request({
        agent,
        hostname: hostname.replace(/^\[|\]$/g, ''),
        port: port === '' ? (secure ? 443 : 80) : port,
        path,
        method: request.method ?? 'GET',
        headers,
        ...(request.signal === undefined ? {} : { signal: request.signal }),
      })
      let answer: IncomingMessage | undefined
      // Of the whole answer: a server that sends a byte now and then is not silent, and yet never answers.
      const timer = setTimeout(() => {
        const late = Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' })
        if (answer === undefined) call.destroy(late)
        else answer.destroy(late)
      }, request.timeoutMs ?? defaultTimeoutMs)
      call.on('response', (response) => {
        answer = response
        // It may break while nobody reads it: whoever reads it finds the error then.
        response.on('error', () => {})
        if (until === 'begin' && isGood(response)) clearTimeout(timer)
        resolve(response)
      })
      call.on('close', () => clearTimeout(timer))
      call.on('error', (cause) => {
        // A connection that lay idle may have been closed while this process was busy: that says nothing about the server.
        if (call.reusedSocket && answer === undefined && reads(request) && isReset(cause))
          resolve(send(request, until))
        else reject(notReachable(access.server, cause))
      })
      // What has one byte for each character is written as it is.
      call.end(body, body?.length === bodyBytes ? 'latin1' : 'utf8')
    })
  }

  return {
    server: `${base.protocol}//${base.host}${prefix}`,
    async request<Answer>(request: ApiRequest): Promise<Answer> {
      const response = await send(request, 'end')
      if (request.onWarning !== undefined) warningsIn(response).forEach(request.onWarning)
      if (!isGood(response)) throw await refusal(response, request, access.server)
      const mostBytes = Math.min(request.mostBytes ?? defaultMostBytes, access.mostBytes ?? defaultMostBytes)
      const bytes = await bytesOf(response, access.server, mostBytes)
      return parsed<Answer>(bytes, request, access.mostValues)
    },
    async stream(request): Promise<ApiStream> {
      const response = await send(request, 'begin')
      if (!isGood(response)) throw await refusal(response, request, access.server)
      response.socket.setTimeout(0)
      return { chunks: readable(response, access.server), close: () => response.destroy() }
    },
    close: () => agent.destroy(),
  }
}

// `299 - "what is to be known"`, a header each; what stands in quotes may hold escaped quotes.
const warningsIn = ({ headersDistinct }: IncomingMessage): readonly string[] =>
  (headersDistinct['warning'] ?? []).flatMap((header) => {
    const [, quoted] = /^299 \S+ "((?:[^"\\]|\\.)*)"/.exec(header) ?? []
    return quoted === undefined ? [] : [quoted.replaceAll(/\\(.)/g, '$1')]
  })

const isGood = ({ statusCode = 0 }: IncomingMessage): boolean => statusCode >= 200 && statusCode <= 299

async function refusal(
  response: IncomingMessage,
  { method = 'GET', path }: ApiRequest,
  server: string,
): Promise<ControllerError> {
  const bytes = await bytesOf(response, server, mostBytesOfRefusal)
  return errorOfAnswer(response.statusCode ?? 0, `${method} ${path}`, {
    body: bytes.toString('utf8'),
    retryAfterMs: retryAfterIn(response.headers, realTiming.now()),
  })
}

// By its events: to iterate over an answer of one piece takes longer than to read it, and every write is answered.
function bytesOf(response: IncomingMessage, server: string, mostBytes: number): Promise<Buffer> {
  const held = new HeldBytes()
  const source = unpacked(response)
  return new Promise((resolve, reject) => {
    const broke = (cause: Error | null): void =>
      reject(notReachable(server, cause ?? new Error('the answer broke off')))
    // It may have broken before anybody listened.
    if (source.destroyed) broke(source.errored)
    source.on('data', (chunk: Buffer) => {
      held.push(chunk)
      if (held.size <= mostBytes) return
      const message = `${server} answers with more than the ${mostBytes} bytes that are read`
      reject(new ControllerError('unreadable-answer', message, { retry: 'with-backoff' }))
      source.destroy()
    })
    let ended = false
    source.on('end', () => {
      ended = true
      resolve(Buffer.concat(held.pieces))
    })
    source.on('error', broke)
    source.on('close', () => {
      if (!ended) broke(source.errored)
    })
  })
}

async function* readable(response: IncomingMessage, server: string): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of unpacked(response)) yield chunk as Buffer
  } catch (cause) {
    throw notReachable(server, cause)
  }
}

// Nothing packed is asked for, but a proxy on the way may do as it likes. A pipeline, so that a broken connection breaks both.
function unpacked(response: IncomingMessage): Readable {
  if (response.headers['content-encoding'] !== 'gzip') return response
  return pipeline(response, zlib().createGunzip(), () => {})
}

function parsed<Answer>(
  bytes: Buffer,
  request: ApiRequest,
  mostValues: number = Number.POSITIVE_INFINITY,
): Answer {
  try {
    weighJson(bytes, mostValues)
    return (request.parse === undefined ? parseJson(bytes.toString('utf8')) : request.parse(bytes)) as Answer
  } catch (cause) {
    const where = `${request.method ?? 'GET'} ${request.path}`
    throw new ControllerError('unreadable-answer', `${where}: the answer cannot be read: ${wordsOf(cause)}`, {
      retry: 'with-backoff',
      cause,
    })
  }
}

const reads = ({ method = 'GET' }: ApiRequest): boolean => method === 'GET'

const isReset = (error: Error): boolean => 'code' in error && error.code === 'ECONNRESET'

const notReachable = (server: string, cause: unknown): ControllerError => {
  const why = cause instanceof Error ? cause.message : String(cause)
  return new ControllerError('not-reachable', `${server} cannot be reached: ${why}`, {
    retry: 'with-backoff',
    cause,
  })
}
