import http, { type IncomingMessage } from 'node:http'
import http2, { type ServerHttp2Session } from 'node:http2'
import type { Duplex } from 'node:stream'
import type { Limits } from '../limits.ts'
import { createRouteTable, type RouteTable } from './choose-route.ts'
import type { Exchange } from './client/exchange.ts'
import { Http1Exchange, UpgradeExchange } from './client/http1.ts'
import { Http2Exchange } from './client/http2.ts'
import { mostHeaders } from './headers.ts'
import type { HttpObserver } from './observer.ts'
import { serve } from './serve.ts'
import { sniffProtocol } from './sniff.ts'
import type { Arrival, HttpServing, PortConfiguration } from './types.ts'
import { openPools } from './upstream/pools.ts'

/** What HTTP is served with. */
export interface HttpServingOptions {
  readonly limits: Limits
  /** In milliseconds, for differences only. */
  readonly now: () => number
  /** From 0 up to 1. */
  readonly random: () => number
  readonly observer?: HttpObserver
}

/** Requests at one time on one connection in HTTP/2. */
const streams = 128
/** How many requests a client may take back in a row, and how many a second after that, before it is sent away. */
const resets = { burst: 200, rate: 20 }

/** Speaks HTTP on connections that others accept. */
export function createHttpServing(options: HttpServingOptions): HttpServing {
  return new Connections(options)
}

class Connections implements HttpServing {
  readonly #limits: Limits
  readonly #open = new Map<Duplex, Arrival>()
  readonly #latest = new WeakMap<Duplex, Exchange | undefined>()
  readonly #sessions = new Set<ServerHttp2Session>()
  readonly #tables = new WeakMap<PortConfiguration, RouteTable>()
  readonly #server: http.Server
  readonly #serving: Parameters<typeof serve>[2]
  readonly #http1: ConstructorParameters<typeof Http1Exchange>[2]
  #draining = false
  #empty: (() => void) | undefined

  constructor({ limits, now, random, observer = () => undefined }: HttpServingOptions) {
    this.#limits = limits
    const tableOf = (configuration: PortConfiguration): RouteTable => this.#tableOf(configuration)
    this.#serving = { limits, now, random, observer, pools: openPools(limits, now), tableOf }
    this.#http1 = { draining: () => this.#draining, lingerMs: limits.headersMs }
    this.#server = createServer(limits)
    const serveHttp1 = (request: IncomingMessage, response: http.ServerResponse): void => {
      this.#latest.set(
        request.socket,
        this.#serve(request.socket, () => new Http1Exchange(request, response, this.#http1)),
      )
    }
    // Who waits for a backend may be silent; how long the backend may be is said elsewhere.
    this.#server.on('timeout', (connection) => {
      if (this.#latest.get(connection)?.waiting() !== true) connection.destroy()
    })
    this.#server.on('request', serveHttp1)
    this.#server.on('checkContinue', serveHttp1)
    this.#server.on('upgrade', (request, connection, head) =>
      this.#serve(connection, () => new UpgradeExchange(request, { connection, head }, this.#http1)),
    )
    this.#server.on('connect', (_request, connection) => {
      connection.end('HTTP/1.1 405 Method Not Allowed\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
    })
    // Limits on time are only looked after in a server that believes that it listens.
    this.#server.emit('listening')
  }

  readonly take = (connection: Duplex, arrival: Arrival): void => {
    connection.on('error', () => connection.destroy())
    if (this.#draining || connection.destroyed) {
      connection.destroy()
      return
    }
    this.#open.set(connection, arrival)
    connection.once('close', () => this.#left(connection))
    if ('setNoDelay' in connection && typeof connection.setNoDelay === 'function') connection.setNoDelay(true)
    if (arrival.tls !== undefined) {
      this.#speak(connection, arrival.tls.protocol)
      return
    }
    sniffProtocol(connection, this.#limits.headersMs, (protocol) => this.#speak(connection, protocol))
  }

  readonly drain = (withinMs: number): Promise<void> => {
    this.#draining = true
    this.#server.closeIdleConnections()
    for (const session of this.#sessions) session.close()
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        for (const connection of this.#open.keys()) connection.destroy()
      }, withinMs)
      this.#empty = () => {
        clearTimeout(timer)
        this.#server.close()
        this.#serving.pools.close()
        resolve()
      }
      if (this.#open.size === 0) this.#empty()
    })
  }

  #left(connection: Duplex): void {
    this.#open.delete(connection)
    if (this.#open.size === 0) this.#empty?.()
  }

  #speak(connection: Duplex, protocol: 'http/1.1' | 'h2'): void {
    if (protocol === 'h2') this.#openSession(connection)
    else this.#server.emit('connection', connection)
  }

  #openSession(connection: Duplex): void {
    const { headerBytes, idleMs } = this.#limits
    const session = http2.performServerHandshake(connection, {
      maxHeaderListPairs: mostHeaders,
      streamResetBurst: resets.burst,
      streamResetRate: resets.rate,
      settings: { maxConcurrentStreams: streams, maxHeaderListSize: headerBytes, enablePush: false },
    })
    this.#sessions.add(session)
    session.once('close', () => {
      this.#sessions.delete(session)
      connection.destroy()
    })
    session.on('error', () => session.destroy())
    session.setTimeout(idleMs, () => session.close())
    session.on('stream', (stream, _headers, _flags, raw: readonly string[]) => {
      const exchange = this.#serve(connection, () => new Http2Exchange(stream, raw, this.#limits))
      stream.setTimeout(idleMs, () => {
        if (exchange?.waiting() !== true) stream.close(http2.constants.NGHTTP2_CANCEL)
      })
    })
    if (this.#draining) session.close()
  }

  #serve(connection: Duplex, open: () => Exchange): Exchange | undefined {
    const arrival = this.#open.get(connection)
    try {
      if (arrival === undefined) throw new TypeError('A request came on a connection that nobody has taken')
      const exchange = open()
      serve(exchange, arrival, this.#serving)
      return exchange
    } catch {
      // Ours or not, a fault in one request is no reason to end the others.
      connection.destroy()
      return undefined
    }
  }

  #tableOf(configuration: PortConfiguration): RouteTable {
    const known = this.#tables.get(configuration)
    if (known !== undefined) return known
    const table = createRouteTable(configuration)
    this.#tables.set(configuration, table)
    return table
  }
}

function createServer({ headerBytes, headersMs, idleMs }: Limits): http.Server {
  const server = http.createServer({
    maxHeaderSize: headerBytes,
    headersTimeout: headersMs,
    requestTimeout: 0,
    keepAliveTimeout: idleMs,
    connectionsCheckingInterval: Math.max(10, Math.min(1_000, headersMs / 4)),
    shouldUpgradeCallback: wantsWebSocket,
  })
  // Node leaves out headers beyond a number without a word; we count them ourselves.
  server.maxHeadersCount = 0
  server.timeout = idleMs
  server.on('clientError', refuse)
  return server
}

/** Whether a request wants to speak WebSocket; whatever else it wants to become, it stays what it is. */
const wantsWebSocket = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' &&
  headers.upgrade?.toLowerCase() === 'websocket' &&
  headers['transfer-encoding'] === undefined &&
  Number(headers['content-length'] ?? 0) === 0

const refusals: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

// What cannot be read has no end, so that nothing can follow it on its connection.
function refuse(error: Error & { readonly code?: string }, connection: Duplex): void {
  const underWay = '_httpMessage' in connection && Boolean(connection._httpMessage)
  if (underWay || !connection.writable || error.code === 'ECONNRESET') {
    connection.destroy()
    return
  }
  const status = refusals[error.code ?? ''] ?? '400 Bad Request'
  connection.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
  connection.once('finish', () => connection.destroy())
}
