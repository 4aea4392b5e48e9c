import assert from 'node:assert/strict'
import type http from 'node:http'
import net from 'node:net'
import { describe, it } from 'node:test'
import type { Fields } from '@sitrep/status'
import {
  ask,
  listening,
  openBackend,
  openProxy,
  portConfiguration,
  rule,
  sendRaw,
  upstreamAt,
  upstreamsOf,
} from './testing.ts'

/** A port on which nobody listens. */
async function deadPort(): Promise<number> {
  const server = net.createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as net.AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

const rules = (given: { timeouts?: Fields; retry?: Fields }) => ({ rules: { rule: rule(given) } })

// Answers these in turn, and the last of them for ever; 0 breaks the connection.
function answering(...statuses: readonly number[]): { listener: http.RequestListener; bodies: string[] } {
  const bodies: string[] = []
  let turn = 0
  return {
    bodies,
    listener: (request, response) => {
      let body = ''
      request.on('data', (chunk) => (body += chunk))
      request.on('end', () => {
        bodies.push(body)
        const status = statuses[Math.min(turn++, statuses.length - 1)] ?? 200
        if (status === 0) request.socket.destroy()
        else response.writeHead(status).end('done')
      })
    },
  }
}

type Case = [
  name: string,
  retry: Fields | undefined,
  statuses: readonly number[],
  says: string,
  because: string,
]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['a code that is listed',     { codes: [503], attempts: 2 }, [503, 503, 200], '200 after 3', 'two more tries are enough'],
  ['tries spent',               { codes: [503], attempts: 1 }, [503, 503, 200], '503 after 2', 'the last answer is what the client gets'],
  ['a code that is not listed', { codes: [502], attempts: 2 }, [503, 200],      '503 after 1', 'nobody asked for that'],
  ['no tries',                  { codes: [503], attempts: 0 }, [503, 200],      '503 after 1', 'none is none'],
  ['no number',                 { codes: [503] },              [503, 200],      '200 after 2', 'one is meant'],
  ['nothing said',              undefined,                     [503, 200],      '503 after 1', 'an answer is an answer'],
  ['a broken connection',       { codes: [503], attempts: 2 }, [0, 200],        '502 after 1', 'the backend may have done what was asked'],
]

describe('Trying again', () => {
  for (const [name, retry, statuses, says, because] of cases)
    it(`${name}: ${says}, because ${because}`, async (t) => {
      const { listener, bodies } = answering(...statuses)
      const backend = await openBackend(t, listener)
      const given = rules(retry === undefined ? {} : { retry: { ...retry, backoff: '1ms' } })
      const { port } = await openProxy(
        t,
        portConfiguration({ ...given, upstreams: upstreamsOf({ backend: [backend] }) }),
      )
      const { status } = await ask(port, { method: 'POST', body: 'body' })
      assert.equal(`${status} after ${bodies.length}`, says)
      assert.ok(bodies.every((body) => body === 'body'))
    })

  it('asks another endpoint where one does not take connections', async (t) => {
    const dead = upstreamAt(await deadPort())
    const { listener, bodies } = answering(200)
    const alive = await openBackend(t, listener)
    const proxy = await openProxy(
      t,
      portConfiguration({ upstreams: upstreamsOf({ backend: [dead, alive] }) }),
    )
    const over = proxy.nextFinished()
    assert.equal((await ask(proxy.port, { method: 'POST', body: 'body' })).status, 200)
    const { attempts, endpoint } = await over
    assert.deepEqual([attempts, endpoint, bodies], [2, alive.key, ['body']])
    assert.deepEqual([dead.reported, alive.reported], [['failed'], ['succeeded']])
  })

  it('ends with 503 where nobody takes connections', async (t) => {
    const dead = upstreamAt(await deadPort())
    const { port } = await openProxy(t, portConfiguration({ upstreams: upstreamsOf({ backend: [dead] }) }))
    assert.equal((await ask(port)).status, 503)
    assert.deepEqual(dead.reported, ['failed', 'failed', 'failed'])
  })

  it('sends nothing twice that is longer than what is kept', async (t) => {
    const { listener, bodies } = answering(503, 200)
    const backend = await openBackend(t, listener)
    const given = rules({ retry: { codes: [503], attempts: 3, backoff: '1ms' } })
    const { port } = await openProxy(
      t,
      portConfiguration({ ...given, upstreams: upstreamsOf({ backend: [backend] }) }),
      { limits: { retryBytes: 100 } },
    )
    assert.equal((await ask(port, { method: 'POST', body: 'x'.repeat(200) })).status, 503)
    assert.equal(bodies.length, 1)
  })

  it('happens by itself where a connection that was kept open is there no more', async (t) => {
    let requests = 0
    const server = net.createServer((socket) =>
      socket.on('data', () => {
        requests += 1
        // Answers once on a connection, and breaks it at the second request.
        if (requests === 2) socket.destroy()
        else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
      }),
    )
    const backend = upstreamAt(await listening(server, t))
    const { port } = await openProxy(t, portConfiguration({ upstreams: upstreamsOf({ backend: [backend] }) }))
    assert.deepEqual([(await ask(port)).status, (await ask(port)).status, requests], [200, 200, 3])
    assert.deepEqual(backend.reported, ['succeeded', 'succeeded'])
  })
})

describe('Time limits', () => {
  const silent: http.RequestListener = () => undefined

  for (const [timeouts, because] of [
    [{ request: '50ms' }, 'the whole request took too long'],
    [{ backendRequest: '50ms' }, 'the backend took too long'],
    [{ request: '10s', backendRequest: '50ms' }, 'the backend has a limit of its own'],
  ] as const)
    it(`${JSON.stringify(timeouts)}: 504, because ${because}`, async (t) => {
      const backend = await openBackend(t, silent)
      const proxy = await openProxy(
        t,
        portConfiguration({ ...rules({ timeouts }), upstreams: upstreamsOf({ backend: [backend] }) }),
      )
      const over = proxy.nextFinished()
      assert.equal((await ask(proxy.port, { method: 'POST', body: 'x' })).status, 504)
      assert.equal((await over).why, 'timeout')
    })

  it('of a backend that is silent: 504', async (t) => {
    const backend = await openBackend(t, silent)
    const { port } = await openProxy(
      t,
      portConfiguration({ upstreams: upstreamsOf({ backend: [backend] }) }),
      { limits: { idleMs: 50 } },
    )
    assert.equal((await ask(port)).status, 504)
    assert.deepEqual(backend.reported, ['failed'])
  })

  it('that a route lifts do not hold', async (t) => {
    const backend = await openBackend(
      t,
      (_request, response) => void setTimeout(() => response.end('late'), 200),
    )
    const { port } = await openProxy(
      t,
      portConfiguration({
        ...rules({ timeouts: { request: '0s' } }),
        upstreams: upstreamsOf({ backend: [backend] }),
      }),
      { limits: { idleMs: 50, requestMs: 100 } },
    )
    assert.equal((await ask(port)).text, 'late')
  })

  it('that pass in the middle of an answer cut it', async (t) => {
    const backend = await openBackend(t, (_request, response) => void response.write('half'))
    const { port } = await openProxy(
      t,
      portConfiguration({
        ...rules({ timeouts: { request: '50ms' } }),
        upstreams: upstreamsOf({ backend: [backend] }),
      }),
    )
    await assert.rejects(ask(port), { code: 'ECONNRESET' })
  })

  it('of a try let another one begin, within those of the whole', async (t) => {
    let requests = 0
    const backend = await openBackend(t, (_request, response) => {
      requests += 1
      if (requests === 3) response.end('third')
    })
    const given = rules({
      timeouts: { request: '10s', backendRequest: '30ms' },
      retry: { attempts: 5, backoff: '1ms' },
    })
    const { port } = await openProxy(
      t,
      portConfiguration({ ...given, upstreams: upstreamsOf({ backend: [backend] }) }),
    )
    assert.equal((await ask(port)).text, 'third')
  })

  it('close connections whose headers do not come', async (t) => {
    const { port } = await openProxy(t, portConfiguration(), { limits: { headersMs: 60 } })
    assert.match(await sendRaw(port, 'GET / HTTP/1.1\r\nHost: a\r\nX-Slow: '), /^HTTP\/1\.1 408 /)
    assert.equal(await sendRaw(port, ''), '')
    assert.equal(await sendRaw(port, 'PRI * HTTP/2'), '')
  })

  it('close connections whose body does not come, or on which nothing is asked', async (t) => {
    const backend = await openBackend(t, silent)
    const proxy = await openProxy(t, portConfiguration({ upstreams: upstreamsOf({ backend: [backend] }) }), {
      limits: { idleMs: 60 },
    })
    const over = proxy.nextFinished()
    assert.doesNotMatch(
      await sendRaw(proxy.port, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nx'),
      /200/,
    )
    await over
    const idle = await openProxy(t, portConfiguration({ listeners: [] }), { limits: { idleMs: 60 } })
    assert.match(await sendRaw(idle.port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'), /^HTTP\/1\.1 404 /)
  })
})
