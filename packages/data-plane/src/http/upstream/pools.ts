import http from 'node:http'
import http2, { type ClientHttp2Session } from 'node:http2'
import https from 'node:https'
import net from 'node:net'
import type { Duplex } from 'node:stream'
import tls from 'node:tls'
import type { Upstream } from '../../backends/types.ts'
import type { Limits } from '../../limits.ts'
import { mostHeaders } from '../headers.ts'

/** How often it is looked for endpoints that nobody asks any more. */
const sweepMs = 5_000
/** Connections that are kept open to one endpoint while nothing is under way. */
const keptOpen = 256

/** The connections to all endpoints. */
export interface Pools {
  readonly of: (upstream: Upstream) => Pool
  /** Closes all connections. */
  readonly close: () => void
}

/** Opens a place for connections to endpoints. Those of an endpoint that is not asked for a while are closed: it may be gone. */
export function openPools(limits: Limits, now: () => number): Pools {
  // One endpoint may stand in several Services, which do not all ask for TLS.
  const endpoints = new Map<string, Pool[]>()
  const sweep = (): void => {
    for (const [key, pools] of endpoints) {
      const left = pools.filter((pool) => pool.busy() || now() - pool.usedAt <= limits.idleMs)
      for (const pool of pools) if (!left.includes(pool)) pool.close()
      if (left.length === 0) endpoints.delete(key)
      else endpoints.set(key, left)
    }
  }
  const timer = setInterval(sweep, Math.min(sweepMs, limits.idleMs)).unref()
  return {
    of: (upstream) => {
      const pools = endpoints.get(upstream.key) ?? []
      let pool = pools.find((each) => each.upstream.tls === upstream.tls)
      if (pool === undefined) {
        pool = new Pool(upstream, limits)
        endpoints.set(upstream.key, [...pools, pool])
      }
      pool.usedAt = now()
      return pool
    },
    close: () => {
      clearInterval(timer)
      for (const pool of [...endpoints.values()].flat()) pool.close()
      endpoints.clear()
    },
  }
}

/** The connections to one endpoint. */
export class Pool {
  readonly upstream: Upstream
  readonly limits: Limits
  usedAt = 0
  /** Requests in HTTP/2 that are under way. */
  streams = 0
  #agent: http.Agent | undefined
  #session: ClientHttp2Session | undefined
  readonly #reached = new WeakSet<ClientHttp2Session>()

  constructor(upstream: Upstream, limits: Limits) {
    this.upstream = upstream
    this.limits = limits
  }

  /** For HTTP/1.1. */
  agent(): http.Agent {
    this.#agent ??= this.#createAgent()
    return this.#agent
  }

  /** For HTTP/2: all requests share one connection. */
  session(): ClientHttp2Session {
    const { upstream } = this
    if (this.#session !== undefined && !this.#session.closed && !this.#session.destroyed) return this.#session
    const at = { host: upstream.address, port: upstream.port }
    const socket =
      upstream.tls === undefined
        ? net.connect(at)
        : tls.connect({ ...upstream.tls, ...at, ALPNProtocols: ['h2'] })
    const scheme = upstream.tls === undefined ? 'http' : 'https'
    const session = http2.connect(`${scheme}://upstream`, {
      createConnection: () => socket,
      settings: { enablePush: false, maxHeaderListSize: this.limits.headerBytes },
      maxHeaderListPairs: mostHeaders,
    })
    watchConnecting(socket, this, () => this.#reached.add(session))
    // Streams tell their own failures; what is left is a connection that ended.
    session.on('error', () => undefined)
    session.once('goaway', () => session.close())
    session.setTimeout(this.limits.idleMs, () => session.close())
    session.unref()
    this.#session = session
    return session
  }

  /** Whether the connection of a session was ever there. */
  reached(session: ClientHttp2Session): boolean {
    return this.#reached.has(session)
  }

  /** Whether something is under way. */
  busy(): boolean {
    const used = Object.values(this.#agent?.sockets ?? {})
    return this.streams > 0 || used.some((sockets) => (sockets?.length ?? 0) > 0)
  }

  /** Closes all connections. */
  close(): void {
    this.#agent?.destroy()
    this.#session?.destroy()
  }

  #createAgent(): http.Agent {
    const options = { keepAlive: true, maxFreeSockets: keptOpen, timeout: this.limits.idleMs }
    return this.upstream.tls === undefined
      ? new http.Agent(options)
      : new https.Agent({ ...this.upstream.tls, ...options, ALPNProtocols: ['http/1.1'] })
  }
}

/** Ends a connection that is not there in time; TLS must be agreed on by then too. */
export function watchConnecting(socket: Duplex, { upstream, limits }: Pool, connected: () => void): void {
  const timer = setTimeout(() => socket.destroy(new Error('no connection in time')), limits.connectMs)
  const done = (): void => clearTimeout(timer)
  socket.once('close', done)
  socket.once(upstream.tls === undefined ? 'connect' : 'secureConnect', () => {
    done()
    connected()
  })
}
