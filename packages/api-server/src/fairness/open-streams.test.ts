import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ApiResponse, ResponseSink } from '../request/api-request.ts'
import { isStream } from '../request/api-request.ts'
import { OpenStreams } from './open-streams.ts'

const stream: ApiResponse = { status: 200, headers: {}, body: { start: () => undefined } }

/** Opens a stream; the answer ends it. */
function open(streams: OpenStreams, flow: string, query = ''): () => void {
  const { body } = streams.counted({ flow, query }, stream)
  assert.ok(isStream(body))
  const closing: (() => void)[] = []
  const sink: ResponseSink = {
    write: () => undefined,
    buffered: 0,
    end: () => undefined,
    cut: () => undefined,
    onClose: (listener) => void closing.push(listener),
  }
  body.start(sink)
  return () => {
    for (const listener of closing) listener()
  }
}

describe('streams that stay open', () => {
  it('are refused to a flow that has too many, and to no other, until one ends', () => {
    const streams = new OpenStreams({ perFlow: 2 })
    const [end] = [open(streams, 'a'), open(streams, 'a')]
    assert.throws(() => open(streams, 'a'), { message: /Too many watches are open/ })
    open(streams, 'b')
    end?.()
    open(streams, 'a')
  })

  it('are refused to all when all of them together are too many', () => {
    const streams = new OpenStreams({ total: 2 })
    open(streams, 'a')
    open(streams, 'b')
    assert.throws(() => open(streams, 'c'), { message: /Too many watches are open/ })
  })

  it('weigh more with a long selector, because it is held and looked at for each event', () => {
    const streams = new OpenStreams({ perFlow: 300 })
    open(streams, 'a', 'x'.repeat(256 * 1024))
    assert.throws(() => open(streams, 'a', 'x'.repeat(256 * 1024)), { message: /Too many watches are open/ })
    open(streams, 'a')
  })

  it('count while they are open: one that never began is not counted, nor is what ends by itself', () => {
    const streams = new OpenStreams({ perFlow: 1 })
    for (let at = 0; at < 9; at++) streams.counted({ flow: 'a', query: '' }, stream)
    const whole: ApiResponse = { status: 200, headers: {}, body: Buffer.alloc(0) }
    open(streams, 'a')
    assert.equal(streams.counted({ flow: 'a', query: '' }, whole), whole)
  })
})
