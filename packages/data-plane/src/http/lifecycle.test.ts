import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import http2 from 'node:http2'
import net from 'node:net'
import { describe, it } from 'node:test'
import { ask, openBackend, openProxy, portConfiguration, rule, sendRaw, upstreamsOf } from './testing.ts'
import type { PortConfiguration } from './types.ts'

describe('Draining', () => {
  it('lets what is under way end, asks clients to go, and takes nobody new', async (t) => {
    const release = Promise.withResolvers<void>()
    const arrived = Promise.withResolvers<void>()
    const backend = await openBackend(t, (_request, response) => {
      arrived.resolve()
      void release.promise.then(() => response.end('whole'))
    })
    const { port, serving } = await openProxy(
      t,
      portConfiguration({ upstreams: upstreamsOf({ backend: [backend] }) }),
    )
    const idle = net.connect(port, '127.0.0.1')
    idle.write('GET * HTTP/1.1\r\nHost: a\r\n\r\n')
    await once(idle, 'data')
    const agent = new http.Agent({ keepAlive: true })
    const answer = ask(port, { agent })
    await arrived.promise
    const drained = serving.drain(10_000)
    await once(idle.resume(), 'close')
    assert.equal(await sendRaw(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'), '')
    release.resolve()
    const { text, headers } = await answer
    assert.deepEqual([text, headers.connection], ['whole', 'close'])
    await drained
  })

  it('ends sessions of HTTP/2 after their last answer', async (t) => {
    const backend = await openBackend(
      t,
      (_request, response) => void setTimeout(() => response.end('whole'), 50),
    )
    const { port, serving } = await openProxy(
      t,
      portConfiguration({ upstreams: upstreamsOf({ backend: [backend] }) }),
    )
    const session = http2.connect(`http://127.0.0.1:${port}`)
    const stream = session.request({})
    await once(session, 'remoteSettings')
    await new Promise((resolve) => session.ping(resolve))
    const drained = serving.drain(10_000)
    let text = ''
    for await (const chunk of stream) text += chunk
    assert.equal(text, 'whole')
    await drained
    if (!session.closed) await once(session, 'close')
  })

  it('closes what has not ended in time', async (t) => {
    const arrived = Promise.withResolvers<void>()
    const backend = await openBackend(t, () => arrived.resolve())
    const { port, serving } = await openProxy(
      t,
      portConfiguration({ upstreams: upstreamsOf({ backend: [backend] }) }),
    )
    const answer = assert.rejects(ask(port), { code: 'ECONNRESET' })
    await arrived.promise
    await serving.drain(20)
    await answer
  })
})

describe('A change of configuration', () => {
  it('reaches connections that stay open, at their next request, and drops nothing', async (t) => {
    const one = await openBackend(t, (_request, response) => void setTimeout(() => response.end('one'), 2))
    const two = await openBackend(t, (_request, response) => response.end('two'))
    const configurations = [one, two].map(
      (backend): PortConfiguration => portConfiguration({ upstreams: upstreamsOf({ backend: [backend] }) }),
    )
    let turn = 0
    const { port, finished } = await openProxy(t, () => configurations[turn % 2] ?? portConfiguration())
    const agent = new http.Agent({ keepAlive: true, maxSockets: 4 })
    t.after(() => agent.destroy())
    const clients = Array.from({ length: 4 }, async () => {
      for (let count = 0; count < 50; count += 1) {
        turn += count % 5 === 0 ? 1 : 0
        const { status, text } = await ask(port, { agent })
        assert.equal(status, 200)
        assert.match(text, /^(one|two)$/)
      }
    })
    await Promise.all(clients)
    // With nothing under way it is known which of them answers.
    const told: string[] = []
    for (turn of [0, 1, 2, 3]) told.push((await ask(port, { agent })).text)
    assert.deepEqual(told, ['one', 'two', 'one', 'two'])
    assert.equal(finished.filter(({ why }) => why === 'answered').length, 204)
  })

  it('takes away a rule without ending the connection', async (t) => {
    const backend = await openBackend(t, (_request, response) => response.end('there'))
    const before = portConfiguration({ upstreams: upstreamsOf({ backend: [backend] }) })
    let now = before
    const { port } = await openProxy(t, () => now)
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    t.after(() => agent.destroy())
    assert.equal((await ask(port, { agent })).status, 200)
    now = { ...before, rules: { rule: rule({ answer: 500 }) } }
    assert.equal((await ask(port, { agent })).status, 500)
    assert.equal(Object.values(agent.freeSockets).flat().length, 1)
  })
})

describe('Connections to an endpoint that nobody asks any more', () => {
  it('are closed', async (t) => {
    const closed = Promise.withResolvers<void>()
    const backend = await openBackend(t, (request, response) => {
      request.socket.once('close', closed.resolve)
      response.end()
    })
    const { port } = await openProxy(
      t,
      portConfiguration({ upstreams: upstreamsOf({ backend: [backend] }) }),
      { limits: { idleMs: 50 } },
    )
    await ask(port)
    await closed.promise
  })
})
