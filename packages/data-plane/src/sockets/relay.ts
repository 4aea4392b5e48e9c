import { connect, type Socket } from 'node:net'
import { connect as connectByTls } from 'node:tls'
import type { RoutingRule } from '@sitrep/gateway-api'
import type { Upstream, Upstreams } from '../backends/types.ts'
import { weighted } from '../backends/weighted.ts'
import type { Limits } from '../limits.ts'

/** A connection that is passed on as it is. */
export interface Passing {
  /** The client: its socket, or what came out of TLS. */
  readonly client: Socket
  readonly rule: RoutingRule | undefined
  readonly upstreams: Upstreams
  readonly limits: Limits
  readonly random: () => number
  /** Whether TLS is spoken to backends that want it. */
  readonly reencrypt: 'where wanted' | 'never'
  /** Ends the client's connection in a way that it cannot take for an orderly end. */
  readonly refuse: () => void
}

/** Connects a client with a backend, at once, for the backend may be the one to speak first; bytes and ends go both ways from then on. */
export async function passOn(passing: Passing): Promise<void> {
  const { client, limits } = passing
  const backend = await backendFor(passing)
  if (backend === undefined || backend.destroyed) return passing.refuse()
  if (client.destroyed) {
    backend.destroy()
    return
  }
  client.setTimeout(limits.idleMs, () => {
    client.destroy()
    backend.destroy()
  })
  tie(client, backend)
  tie(backend, client)
  client.pipe(backend)
  backend.pipe(client)
}

// An end is passed on by `pipe`; this is about everything that is not one.
function tie(one: Socket, other: Socket): void {
  one.on('error', () => reset(other))
  one.once('close', () => {
    if (!one.readableEnded || !one.writableFinished) reset(other)
  })
}

/** Ends a connection at once; its peer learns that it was no orderly end, where that can be told. */
export function reset(socket: Socket): void {
  if (socket.destroyed) return
  if ('encrypted' in socket) socket.destroy()
  else socket.resetAndDestroy()
}

/** A client is not kept waiting for one dead endpoint after the other. */
const mostTries = 5

async function backendFor({ client, rule, upstreams, ...passing }: Passing): Promise<Socket | undefined> {
  if (rule === undefined || rule.answer !== undefined) return undefined
  const { backend } = weighted(rule.backends, passing.random()) ?? {}
  if (backend === undefined) return undefined
  const tried = new Set<string>()
  while (!client.destroyed && tried.size < mostTries) {
    const upstream = upstreams.pick(backend, tried)
    if (upstream === undefined) return undefined
    const { address, port, tls } = upstream
    const secured = passing.reencrypt === 'where wanted'
    if (secured && upstream.answer !== undefined) return undefined
    tried.add(upstream.key)
    const place = { address, port, ...(secured && tls !== undefined && { tls }) }
    const socket = await dial(place, passing.limits.connectMs)
    if (socket === undefined) upstream.failed()
    else {
      upstream.succeeded()
      return socket
    }
  }
  return undefined
}

/** Connects to an endpoint; nothing where it does not take the connection in time. Never rejects. */
function dial(
  { address, port, tls }: Pick<Upstream, 'address' | 'port' | 'tls'>,
  withinMs: number,
): Promise<Socket | undefined> {
  const { promise, resolve } = Promise.withResolvers<Socket | undefined>()
  const place = { host: address, port, allowHalfOpen: true }
  const socket = tls === undefined ? connect({ ...place, noDelay: true }) : connectByTls({ ...place, ...tls })
  const timer = setTimeout(() => socket.destroy(), withinMs)
  socket.once(tls === undefined ? 'connect' : 'secureConnect', () => {
    clearTimeout(timer)
    resolve(socket)
  })
  socket.on('error', () => socket.destroy())
  socket.once('close', () => {
    clearTimeout(timer)
    resolve(undefined)
  })
  return promise
}
