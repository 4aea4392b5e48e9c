import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatAccessLine } from './access-line.ts'
import type { FinishedRequest } from './observer.ts'

const request = (given: Partial<FinishedRequest> = {}): FinishedRequest => ({
  gateway: 'infra/edge',
  port: 80,
  listener: 'http',
  route: 'HTTPRoute/shop/cart',
  rule: 0,
  remoteAddress: '192.0.2.9',
  protocol: 'HTTP/1.1',
  method: 'GET',
  host: 'a.test',
  target: '/x?token=secret',
  status: 200,
  receivedBytes: 1,
  sentBytes: 2,
  durationMs: 20.00049,
  attempts: 1,
  why: 'answered',
  ...given,
})
const time = '2026-01-01T00:00:00Z'

describe('A line about a request', () => {
  it('is one object of JSON, without the query unless it is asked for', () => {
    assert.deepEqual(
      [
        JSON.parse(formatAccessLine(request(), { time })).target,
        JSON.parse(formatAccessLine(request(), { time, query: true })).target,
      ],
      ['/x?', '/x?token=secret'],
    )
    assert.equal(JSON.parse(formatAccessLine(request(), { time })).durationMs, 20)
  })

  it('stays one line that does nothing to a terminal, whatever a client sent', () => {
    const evil = '/\n{"forged":1}\x1b[2J\u0085\u2028\u202e\x9b'
    const line = formatAccessLine(request({ target: evil }), { time })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what must not be there
    assert.doesNotMatch(line, /[\x00-\x1f\x7f-\x9f\u2028\u202e]/)
    assert.equal(JSON.parse(line).target, evil)
  })

  it('does not grow with what a client sent', () =>
    assert.ok(formatAccessLine(request({ target: `/${'x'.repeat(60_000)}` }), { time }).length < 3_000))
})
