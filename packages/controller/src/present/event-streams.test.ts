import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { StreamAsked, StreamListener } from './event-streams.ts'
import { answerBy } from './routes.ts'
import { type ServedAnswers, serveAnswers } from './serve-answers.ts'

describe('A stream of events', () => {
  let served: ServedAnswers
  const asked: StreamAsked[] = []
  const listeners = new Set<StreamListener>()
  let left = Promise.withResolvers<void>()
  before(async () => {
    served = await serveAnswers({
      port: 0,
      token: 'secret',
      answer: (request) => answerBy({}, request, ['/stream']),
      streams: {
        '/stream': (listener, said) => {
          asked.push(said)
          listeners.add(listener)
          listener.send('data: first\n\n')
          return () => {
            listeners.delete(listener)
            left.resolve()
          }
        },
      },
    })
  })
  after(() => served.close())

  const authorization = 'Bearer secret'

  it('tells whoever opens it what the listener said when it came', async () => {
    const stopping = new AbortController()
    const headers = { authorization, 'last-event-id': '7' }
    const response = await fetch(`${served.url}/stream?after=3`, { headers, signal: stopping.signal })
    assert.equal(response.headers.get('content-type'), 'text/event-stream')
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    assert.equal((await reader?.read())?.value, 'data: first\n\n')
    assert.deepEqual([asked[0]?.lastEventId, asked[0]?.query.get('after')], ['7', '3'])
    stopping.abort()
    await left.promise
    assert.equal(listeners.size, 0)
  })

  it('is for those with a token, and only to be listened to', async () => {
    left = Promise.withResolvers()
    assert.equal((await fetch(`${served.url}/stream`)).status, 401)
    assert.equal(
      (await fetch(`${served.url}/stream`, { method: 'POST', headers: { authorization } })).status,
      404,
    )
    assert.equal(listeners.size, 0)
  })

  it('lets go of who does not keep up', async () => {
    left = Promise.withResolvers()
    const response = await fetch(`${served.url}/stream`, { headers: { authorization } })
    assert.equal(response.status, 200)
    const [listener] = listeners
    const much = `data: ${'x'.repeat(1024 * 1024)}\n\n`
    // Nobody reads: what is sent waits here until it is too much.
    for (let count = 0; count < 64 && listeners.size > 0; count++) {
      listener?.send(much)
      await new Promise((resolve) => setImmediate(resolve))
    }
    await left.promise
    assert.equal(listeners.size, 0)
  })
})
