import type { Socket } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import { ControllerError, errorOfAnswer } from '../errors.ts'
import { wordsOf } from '../faults.ts'
import { realTiming } from '../timing.ts'
import { type AddressGuard, guardedLookup } from './address-guard.ts'
import type { ApiRequest, ApiStream, Connection } from './connection.ts'
import { AnswerBody, wholeOf } from './http1/answer-body.ts'
import { type AnswerHead, valuesOf } from './http1/answer-reader.ts'
import { requestHead } from './http1/request-head.ts'
import { type KeptSocket, SocketPool } from './http1/socket-pool.ts'
import { parseJson } from './json-depth.ts'
import { weighJson } from './json-weight.ts'
import { net, stream, tls, zlib } from './node-modules.ts'
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

/** An answer that has begun. */
interface Answer {
  readonly head: AnswerHead
  readonly body: AnswerBody
}

/** What is asked, and for how long. */
interface Asked {
  readonly head: string
  readonly body: string | undefined
  readonly until: 'end' | 'begin'
  readonly signal: AbortSignal | undefined
  /** By the clock of the process. */
  readonly endsAt: number
}

/** A connection over HTTP/1.1 with sockets that are used again. */
export function connectTo(access: ServerAccess): Connection {
  const base = new URL(access.server)
  const prefix = base.pathname.replace(/\/$/, '')
  const server = `${base.protocol}//${base.host}${prefix}`
  const pool = new SocketPool(opener(base, access))

  const answerTo = async (asked: Asked, method: ApiRequest['method']): Promise<Answer> => {
    if (isGivenUp(asked)) throw givenUp()
    const socket = pool.take()
    try {
      return await answerOver(socket, asked)
    } catch (error) {
      // It may have been closed while this process was busy: that says nothing about the server. Others that are kept may have been closed with it.
      if (!socket.mayHaveBeenClosed || method !== 'GET' || isGivenUp(asked)) throw error
      return await answerOver(pool.open(), asked)
    }
  }

  const send = async (request: ApiRequest, until: 'end' | 'begin'): Promise<Answer> => {
    const { method = 'GET', signal, timeoutMs = defaultTimeoutMs } = request
    const body = request.body === undefined ? undefined : JSON.stringify(request.body)
    const head = requestHead({
      method,
      path: `${prefix}${request.path}`,
      headers: {
        host: base.host,
        ...(await access.headers?.()),
        accept: request.accept ?? 'application/json',
        // An answer that is not asked for compressed is never unpacked for nothing: on loopback and in a data centre bytes are cheap.
        ...(body !== undefined && {
          'content-type': request.contentType ?? 'application/json',
          'content-length': String(Buffer.byteLength(body)),
        }),
      },
    })
    const asked = { head, body, until, signal, endsAt: performance.now() + timeoutMs }
    try {
      return await answerTo(asked, method)
    } catch (cause) {
      throw notReachable(server, cause)
    }
  }

  return {
    server,
    async request<Value>(request: ApiRequest): Promise<Value> {
      const answer = await send(request, 'end')
      if (request.onWarning !== undefined) warningsIn(answer).forEach(request.onWarning)
      if (!isGood(answer.head)) throw await refusal(answer, request, server)
      const mostBytes = Math.min(request.mostBytes ?? defaultMostBytes, access.mostBytes ?? defaultMostBytes)
      const bytes = await bytesOf(answer, server, mostBytes)
      return parsed<Value>(bytes, request, access.mostValues)
    },
    async stream(request): Promise<ApiStream> {
      const answer = await send(request, 'begin')
      if (!isGood(answer.head)) throw await refusal(answer, request, server)
      return { chunks: readable(answer, server), close: () => answer.body.giveUp() }
    },
    close: () => pool.close(),
  }
}

/** Asks over a socket that is nobody else's until the answer has come to its end. */
function answerOver(socket: KeptSocket, { head, body, until, signal, endsAt }: Asked): Promise<Answer> {
  return new Promise((resolve, reject) => {
    // The socket is somebody else's when this is over.
    let underWay = true
    const giveUp = (): void => {
      if (underWay) socket.break(givenUp())
    }
    // Of the whole answer: a server that sends a byte now and then is not silent, and yet never answers.
    const timer = setTimeout(() => socket.break(lateAnswer()), Math.max(0, endsAt - performance.now()))
    const over = (): void => {
      underWay = false
      clearTimeout(timer)
      signal?.removeEventListener('abort', giveUp)
    }
    signal?.addEventListener('abort', giveUp)
    let answer: AnswerBody | undefined
    socket.ask(head, body, {
      onHead: (begun) => {
        answer = new AnswerBody({ pause: () => socket.pause(), resume: () => socket.resume(), giveUp })
        if (until === 'begin' && isGood(begun)) clearTimeout(timer)
        resolve({ head: begun, body: answer })
      },
      onBytes: (bytes) => answer?.push(bytes),
      onEnd: () => {
        over()
        answer?.end()
      },
      onBroken: (error) => {
        over()
        if (answer === undefined) reject(error)
        else answer.break(error)
      },
    })
  })
}

/** Opens sockets to a server. What is written before they are connected, or trusted, waits in them. */
function opener(base: URL, access: ServerAccess): () => Socket {
  const secure = base.protocol === 'https:'
  const host = base.hostname.replace(/^\[|\]$/g, '')
  const options = {
    host,
    port: base.port === '' ? (secure ? 443 : 80) : Number(base.port),
    noDelay: true,
    keepAlive: true,
    // Left alone, the system asks after two hours whether somebody is there.
    keepAliveInitialDelay: 15_000,
    ...(access.addresses && { lookup: guardedLookup(access.addresses) }),
  }
  if (!secure) return () => net().connect(options)
  const { ca, cert, key, insecure, serverName } = access
  const secrets = {
    ca,
    cert,
    key,
    rejectUnauthorized: insecure !== true,
    ...expectedName(serverName ?? host),
    ALPNProtocols: ['http/1.1'],
  }
  // A server that is reached again need not show who it is again.
  let session: Buffer | undefined
  return () => {
    const socket = tls.connect({ ...options, ...secrets, ...(session && { session }) })
    socket.on('session', (newest) => {
      session = newest
    })
    socket.on('error', () => {
      session = undefined
    })
    return socket
  }
}

// An address is told to no server, and looked for among the addresses of its certificate.
const expectedName = (name: string): Pick<ConnectionOptions, 'servername' | 'checkServerIdentity'> =>
  net().isIP(name) === 0
    ? { servername: name }
    : { servername: '', checkServerIdentity: (_, certificate) => tls.checkServerIdentity(name, certificate) }

// `299 - "what is to be known"`, a header each; what stands in quotes may hold escaped quotes.
const warningsIn = ({ head }: Answer): readonly string[] =>
  valuesOf(head, 'warning').flatMap((header) => {
    const [, quoted] = /^299 \S+ "((?:[^"\\]|\\.)*)"/.exec(header) ?? []
    return quoted === undefined ? [] : [quoted.replaceAll(/\\(.)/g, '$1')]
  })

// What is asked for besides the path differs from one time to the next, and the same trouble has the same words.
const nameOf = ({ method = 'GET', path }: ApiRequest): string => `${method} ${path.replace(/\?.*$/s, '')}`

const isGood = ({ status }: AnswerHead): boolean => status >= 200 && status <= 299

async function refusal(
  answer: Answer,
  { method = 'GET', path }: ApiRequest,
  server: string,
): Promise<ControllerError> {
  const bytes = await bytesOf(answer, server, mostBytesOfRefusal)
  const [[after], [date]] = [valuesOf(answer.head, 'retry-after'), valuesOf(answer.head, 'date')]
  return errorOfAnswer(answer.head.status, nameOf({ method, path }), {
    body: bytes.toString('utf8'),
    retryAfterMs: retryAfterIn({ 'retry-after': after, date }, realTiming.now()),
  })
}

async function bytesOf(answer: Answer, server: string, mostBytes: number): Promise<Buffer> {
  let bytes: Buffer | undefined
  try {
    bytes = await (isPacked(answer) ? wholeOf(unpacked(answer), mostBytes) : answer.body.whole(mostBytes))
  } catch (cause) {
    throw notReachable(server, cause)
  }
  if (bytes !== undefined) return bytes
  const message = `${server} answers with more than the ${mostBytes} bytes that are read`
  throw new ControllerError('unreadable-answer', message, { retry: 'with-backoff' })
}

async function* readable(answer: Answer, server: string): AsyncGenerator<Buffer> {
  try {
    yield* isPacked(answer) ? unpacked(answer) : answer.body.pieces()
  } catch (cause) {
    throw notReachable(server, cause)
  }
}

// Nothing packed is asked for, but a proxy on the way may do as it likes.
const isPacked = ({ head }: Answer): boolean => valuesOf(head, 'content-encoding').includes('gzip')

// A pipeline, so that a broken connection breaks both. The other way round it would wait for a server that has nothing more to say.
function unpacked({ body }: Answer): AsyncIterable<Buffer> {
  const { pipeline, Readable } = stream()
  const packed = zlib().createGunzip()
  packed.once('close', () => body.giveUp())
  return pipeline(Readable.from(body.pieces()), packed, () => {})
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
    throw new ControllerError(
      'unreadable-answer',
      `${nameOf(request)}: the answer cannot be read: ${wordsOf(cause)}`,
      {
        retry: 'with-backoff',
        cause,
      },
    )
  }
}

const isGivenUp = ({ signal }: Asked): boolean => signal?.aborted === true
const givenUp = (): Error => new Error('it was given up')
const lateAnswer = (): Error => Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' })

const notReachable = (server: string, cause: unknown): ControllerError =>
  new ControllerError('not-reachable', `${server} cannot be reached: ${wordsOf(cause)}`, {
    retry: 'with-backoff',
    cause,
  })
