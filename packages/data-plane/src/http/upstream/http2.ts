import { type ClientHttp2Stream, constants } from 'node:http2'
import { sendTrailers } from '../client/http2.ts'
import type { Attempt, AttemptEvents, Failure, Outgoing } from './attempt.ts'
import type { Pool } from './pools.ts'

/** Sends a request in HTTP/2, over TLS or with prior knowledge. */
export function sendHttp2(pool: Pool, outgoing: Outgoing, events: AttemptEvents): Attempt {
  const session = pool.session()
  const stream = session.request(linesOf(pool, outgoing), {
    endStream: outgoing.body === 'none',
    waitForTrailers: outgoing.body !== 'none',
  })
  const state = { over: false, sent: [] as readonly string[], received: [] as readonly string[] }
  const fail = (failure: Failure): void => {
    if (state.over) return
    state.over = true
    stream.close(constants.NGHTTP2_CANCEL)
    events.failed(failure)
  }
  const failAsSeen = (): void => fail(pool.reached(session) && !refused(stream) ? 'broken' : 'unreached')
  pool.streams += 1
  stream.once('close', () => {
    pool.streams -= 1
  })
  stream.once('error', failAsSeen)
  stream.on('error', () => undefined)
  stream.once('close', failAsSeen)
  stream.setTimeout(outgoing.idleMs, () => {
    if (state.over) stream.destroy(new Error('nothing moved for too long'))
    else fail('idle')
  })
  stream.once('continue', events.continued)
  stream.on('trailers', (_headers, _flags, raw: readonly string[]) => {
    state.received = raw
  })
  stream.on('wantTrailers', () => sendTrailers(stream, state.sent))
  stream.once('response', (headers, flags, raw: readonly string[]) => {
    if (state.over) return
    state.over = true
    events.answered({
      status: Number(headers[':status']),
      lines: raw,
      empty: (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0,
      body: stream,
      trailers: () => state.received,
    })
  })
  return {
    body: stream,
    finish: (trailers) => {
      state.sent = trailers
      stream.end()
    },
    cancel: () => {
      state.over = true
      stream.close(constants.NGHTTP2_CANCEL)
    },
  }
}

// The endpoint said that it did nothing about the request.
const refused = ({ rstCode }: ClientHttp2Stream): boolean => rstCode === constants.NGHTTP2_REFUSED_STREAM

function linesOf({ upstream }: Pool, { method, path, authority, lines }: Outgoing): string[] {
  const scheme = upstream.tls === undefined ? 'http' : 'https'
  const lower = lines.map((text, index) => (index % 2 === 0 ? text.toLowerCase() : text))
  const named = [':method', method, ':path', path, ':scheme', scheme]
  return [...named, ...(authority === '' ? [] : [':authority', authority]), ...lower]
}
