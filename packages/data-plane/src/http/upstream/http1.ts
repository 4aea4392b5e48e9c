import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { addTrailers } from '../headers.ts'
import type { Attempt, AttemptEvents, Outgoing } from './attempt.ts'
import { type Pool, watchConnecting } from './pools.ts'

/** Sends a request in HTTP/1.1. */
export function sendHttp1(pool: Pool, outgoing: Outgoing, events: AttemptEvents): Attempt {
  const { idleMs } = outgoing
  const { upstream, limits } = pool
  const request = (upstream.tls === undefined ? http : https).request({
    agent: pool.agent(),
    host: upstream.address,
    port: upstream.port,
    method: outgoing.method,
    path: outgoing.path,
    headers: linesOf(outgoing) as unknown as string[],
    setHost: false,
    maxHeaderSize: limits.headerBytes,
    ...(idleMs !== limits.idleMs && { timeout: idleMs }),
  })
  request.maxHeadersCount = 0
  const state = { over: false, connected: false }
  const fail = (failure: 'idle' | 'broken'): void => {
    if (state.over) return
    state.over = true
    request.destroy()
    if (!state.connected) {
      events.failed('unreached')
      return
    }
    events.failed(failure === 'broken' && request.reusedSocket ? 'stale' : failure)
  }
  watchConnection(request, pool, () => {
    state.connected = true
  })
  request.once('error', () => fail('broken'))
  request.once('close', () => fail('broken'))
  request.once('timeout', () => fail('idle'))
  request.once('continue', events.continued)
  request.once('response', (message) => {
    if (state.over) {
      message.on('error', ignore).destroy()
      return
    }
    state.over = true
    answered(request, message, events)
  })
  request.once('upgrade', (message, connection, head) => {
    connection.on('error', ignore)
    if (!outgoing.upgrade || message.headers.upgrade?.toLowerCase() !== 'websocket') connection.destroy()
    if (state.over || connection.destroyed) return fail('broken')
    state.over = true
    events.upgraded({ lines: message.rawHeaders }, connection, head)
  })
  return {
    body: request,
    finish: (trailers) => {
      if (outgoing.body === 'chunked') addTrailers(request, trailers)
      request.end()
    },
    cancel: () => {
      state.over = true
      request.on('error', ignore)
      request.destroy()
    },
  }
}

const ignore = (): void => undefined

function answered(request: ClientRequest, message: IncomingMessage, events: AttemptEvents): void {
  request.on('error', ignore)
  request.on('timeout', () => message.destroy(new Error('nothing moved for too long')))
  events.answered({
    status: message.statusCode ?? 502,
    reason: message.statusMessage ?? '',
    lines: message.rawHeaders,
    empty: false,
    body: message,
    trailers: () => message.rawTrailers,
  })
}

const bodiless = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE'])

function linesOf({ method, authority, lines, body, upgrade }: Outgoing): readonly string[] {
  // Of any other method a body is expected, so that it has to be said that there is none.
  const unsaid = body === 'none' && !bodiless.has(method) && !lines.includes('Content-Length')
  return [
    'Host',
    authority,
    ...lines,
    ...(unsaid ? ['Content-Length', '0'] : []),
    ...(body === 'chunked' ? ['Transfer-Encoding', 'chunked'] : []),
    ...(upgrade ? ['Connection', 'Upgrade', 'Upgrade', 'websocket'] : []),
  ]
}

// The time to connect has its own limit, and what happens before it is over may be done again elsewhere.
function watchConnection(request: ClientRequest, pool: Pool, connected: () => void): void {
  request.once('socket', (socket) => {
    if (!socket.connecting && request.reusedSocket) return connected()
    watchConnecting(socket, pool, connected)
  })
}
