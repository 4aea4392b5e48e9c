import {
  type Agent,
  createServer as createHttpServer,
  type IncomingHttpHeaders,
  type RequestListener,
  request,
} from 'node:http'
import { createServer as createHttpsServer, request as requestSecurely } from 'node:https'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { connect as connectSecurely, createServer as createTlsServer } from 'node:tls'

/** A certificate and its key, in PEM. */
interface Identity {
  readonly certificate: string
  readonly key: string
}

/** What an echo server saw of a request, and what came back. */
export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly by: string
  readonly seen: { readonly url: string; readonly method: string; readonly headers: IncomingHttpHeaders }
}

/** What is sent. */
export interface Sent {
  readonly port: number
  readonly path?: string
  readonly host?: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Whoever keeps connections; without one every request has its own. */
  readonly agent?: Agent
  /** The name that TLS is begun with, and the authority that answers are verified with. */
  readonly tls?: { readonly servername: string; readonly ca: string }
}

/** Sends one request. */
export const fetchOnce = (sent: Sent): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { port, path = '/', host = 'any.test', method = 'GET', headers, agent, tls } = sent
    const options = {
      host: '127.0.0.1',
      port,
      path,
      method,
      agent: agent ?? false,
      headers: { host, ...headers },
    }
    const started = tls === undefined ? request(options) : requestSecurely({ ...options, ...tls })
    started.on('error', reject)
    started.on('response', (response) => {
      let body = ''
      response.on('data', (chunk) => {
        body += String(chunk)
      })
      response.on('error', reject)
      response.on('end', () => {
        const echoed = body.startsWith('{')
          ? JSON.parse(body)
          : { by: '', seen: { url: '', method: '', headers: {} } }
        resolve({ status: response.statusCode ?? 0, headers: response.headers, ...echoed })
      })
    })
    started.end()
  })

/** Something that listens on loopback until it is closed. */
export interface Listening extends AsyncDisposable {
  readonly port: number
}

const listening = (server: Server): Promise<Listening> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve({
        port: (server.address() as AddressInfo).port,
        [Symbol.asyncDispose]: () => new Promise((closed) => server.close(() => closed())),
      }),
    )
  })

/** A server that tells who it is and what it saw, behind TLS where it has a certificate. With `?delay=<ms>` it takes its time. */
export const openEcho = (by: string, identity?: Identity): Promise<Listening> => {
  const echo: RequestListener = (incoming, outgoing) => {
    const { url = '', method, headers } = incoming
    const answer = (): void => {
      outgoing.setHeader('content-type', 'application/json')
      outgoing.setHeader('x-from-backend', by)
      outgoing.setHeader('connection', 'close')
      outgoing.end(JSON.stringify({ by, seen: { url, method, headers } }))
    }
    const delay = Number(new URL(url, 'http://echo').searchParams.get('delay') ?? 0)
    if (delay > 0) setTimeout(answer, delay)
    else answer()
  }
  return listening(
    identity === undefined
      ? createHttpServer(echo)
      : createHttpsServer({ cert: identity.certificate, key: identity.key }, echo),
  )
}

/** A server that says its name to every connection and closes it. */
export const openGreeter = (greeting: string): Promise<Listening> =>
  listening(createServer((connection) => connection.on('error', () => {}).end(greeting)))

/** The same behind TLS. */
export const openTlsGreeter = (greeting: string, { certificate, key }: Identity): Promise<Listening> =>
  listening(
    createTlsServer({ cert: certificate, key }, (connection) =>
      connection.on('error', () => {}).end(greeting),
    ),
  )

/** What a server says by itself, or that it was refused. */
export const greetingAt = (port: number, tls?: Sent['tls']): Promise<string> =>
  new Promise((resolve) => {
    const where = { host: '127.0.0.1', port }
    const connection = tls === undefined ? connect(where) : connectSecurely({ ...where, ...tls })
    let said = ''
    connection.on('data', (chunk) => {
      said += String(chunk)
    })
    connection.on('error', () => resolve('refused'))
    connection.on('close', () => resolve(said === '' ? 'refused' : said))
  })

/** A port on which nothing listens now. */
export async function freePort(): Promise<number> {
  await using server = await openGreeter('')
  return server.port
}
