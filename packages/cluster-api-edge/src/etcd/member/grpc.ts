import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  type IncomingHttpHeaders,
} from 'node:http2'
import type { Duplex } from 'node:stream'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import type { EtcdCredentials } from '../credentials.ts'
import { noAnswer } from '../tunnel/carrier.ts'

export interface GrpcOptions {
  /** Whom one wants to talk to: servers with several certificates choose by it. */
  readonly name: string
  readonly credentials: EtcdCredentials
  /** How long everything together may take. */
  readonly timeoutMs: number
}

// A cluster of etcd has a handful of members; whatever answers with more bytes than this is something else.
const mostBytes = 64 * 1024
const longestError = 500
const prefixBytes = 5

/** Calls of gRPC, one message each way, over a stream on which the server speaks TLS. Everything that fails is thrown as a sentence. */
export class GrpcSession {
  readonly #name: string
  readonly #session: ClientHttp2Session
  readonly #socket: TLSSocket
  readonly #stream: Duplex
  readonly #deadline: NodeJS.Timeout
  readonly #ready: Promise<void>
  readonly #broken: Promise<never>

  constructor(stream: Duplex, { name, credentials, timeoutMs }: GrpcOptions) {
    const { authority, client } = credentials
    const socket = connectTls({
      socket: stream,
      servername: name,
      ALPNProtocols: ['h2'],
      ca: authority,
      cert: client.certificate,
      key: client.key,
      // The tunnel has chosen the Pod already; what counts is that etcd's own authority vouches for whoever answers.
      checkServerIdentity: () => undefined,
    })
    this.#name = name
    this.#stream = stream
    this.#socket = socket
    this.#session = connect(`https://${name}`, {
      createConnection: () => socket,
      settings: { enablePush: false },
    })
    this.#ready = new Promise((resolve) => socket.once('secureConnect', resolve))
    this.#broken = new Promise((_, reject) => {
      // Any end may close before another has said what was wrong.
      const closed = (error?: Error): NodeJS.Immediate =>
        setImmediate(() =>
          reject(stream.errored ?? socket.errored ?? error ?? new Error('the connection was closed')),
        )
      for (const end of [stream, socket, this.#session]) end.once('error', closed).once('close', closed)
      if (stream.destroyed) closed()
    })
    // It breaks in the end whenever it is closed, and then nobody waits for it any more.
    this.#broken.catch(() => {})
    this.#deadline = setTimeout(() => stream.destroy(new Error(noAnswer)), timeoutMs)
  }

  /** Calls a method, named as in `etcdserverpb.Cluster/MemberList`. */
  async call(method: string, message: Buffer): Promise<Buffer> {
    await Promise.race([this.#ready, this.#broken])
    const call = this.#session.request({
      ':method': 'POST',
      ':authority': this.#name,
      ':path': `/${method}`,
      'content-type': 'application/grpc',
      te: 'trailers',
    })
    // Whatever breaks a call breaks the session, or is found in its end.
    call.on('error', () => {})
    call.end(Buffer.concat([prefixOf(message), message]))
    try {
      return await Promise.race([answerIn(call), this.#broken])
    } catch (error) {
      // What broke the connection says more than the call that ended with it.
      if (this.#stream.destroyed || this.#socket.destroyed) await this.#broken
      throw error
    }
  }

  close(): void {
    clearTimeout(this.#deadline)
    this.#session.destroy()
    this.#socket.destroy()
    this.#stream.destroy()
  }
}

function prefixOf({ length }: Buffer): Buffer {
  const prefix = Buffer.alloc(prefixBytes)
  prefix.writeUInt32BE(length, 1)
  return prefix
}

async function answerIn(call: ClientHttp2Stream): Promise<Buffer> {
  let headers: IncomingHttpHeaders = {}
  const take = (more: IncomingHttpHeaders): void => {
    headers = { ...headers, ...more }
  }
  // The outcome follows the message, or stands in front when there is none.
  call.on('response', take).on('trailers', take)
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of call as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > mostBytes) throw new Error('the answer is too long')
    chunks.push(chunk)
  }
  if (headers[':status'] === undefined) throw new Error('the call was broken off')
  if (!String(headers['content-type']).startsWith('application/grpc'))
    throw new Error(`whoever answers is no etcd: HTTP ${headers[':status']}`)
  if (headers['grpc-status'] !== '0') throw new Error(sentenceOf(headers))
  return messageIn(Buffer.concat(chunks))
}

function messageIn(bytes: Buffer): Buffer {
  const isWhole = bytes.length >= prefixBytes && bytes.readUInt32BE(1) === bytes.length - prefixBytes
  if (!isWhole || bytes[0] !== 0) throw new Error('the answer is no message of etcd')
  return bytes.subarray(prefixBytes)
}

// biome-ignore format: the numbers of gRPC, in their order
const codes = ['OK', 'Canceled', 'Unknown', 'InvalidArgument', 'DeadlineExceeded', 'NotFound', 'AlreadyExists', 'PermissionDenied', 'ResourceExhausted', 'FailedPrecondition', 'Aborted', 'OutOfRange', 'Unimplemented', 'Internal', 'Unavailable', 'DataLoss', 'Unauthenticated']

// As the clients of etcd in Go say it: what etcd itself means is said in its own words.
function sentenceOf(headers: IncomingHttpHeaders): string {
  const words = decoded(String(headers['grpc-message'] ?? '')).slice(0, longestError)
  if (words.startsWith('etcdserver: ')) return words
  const code = codes[Number(headers['grpc-status'] ?? 2)] ?? 'Unknown'
  return `rpc error: code = ${code} desc = ${words}`
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
