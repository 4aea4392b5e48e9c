import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { describe, it } from 'node:test'
import {
  ask,
  filter,
  listening,
  openBackend,
  openProxy,
  portConfiguration,
  rule,
  sendRaw,
  upstreamAt,
  upstreamsOf,
} from './testing.ts'

const echo: http.RequestListener = (request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const { method, url, rawHeaders, rawTrailers } = request
    const body = Buffer.concat(chunks).toString()
    response.end(JSON.stringify({ method, url, rawHeaders, rawTrailers, body }))
  })
}

describe('A request that is passed on', () => {
  it('keeps its target, its host, the order of its headers, repetitions and empty values', async (t) => {
    const backend = await openBackend(t, echo)
    const { port } = await openProxy(t, portConfiguration({ upstreams: upstreamsOf({ backend: [backend] }) }))
    const answer = await sendRaw(
      port,
      'GET //a/../%2E?x=%zz&y HTTP/1.1\r\nHost: A.test:81\r\nX-B: 1\r\nx-empty:\r\nX-b: 2\r\nConnection: close\r\n\r\n',
    )
    const { url, rawHeaders } = JSON.parse(answer.slice(answer.indexOf('{')))
    assert.equal(url, '//a/../%2E?x=%zz&y')
    assert.deepEqual(rawHeaders.slice(0, 8), ['Host', 'A.test:81', 'X-B', '1', 'x-empty', '', 'X-b', '2'])
    assert.ok(
      rawHeaders
        .join()
        .includes(
          'X-Forwarded-For,192.0.2.9,X-Forwarded-Proto,http,X-Forwarded-Host,A.test:81,X-Forwarded-Port,80',
        ),
    )
    assert.deepEqual(backend.reported, ['succeeded'])
  })

  it('keeps its body and its trailers, in pieces', async (t) => {
    const backend = await openBackend(t, echo)
    const { port } = await openProxy(t, portConfiguration({ upstreams: upstreamsOf({ backend: [backend] }) }))
    const answer = await sendRaw(
      port,
      'POST / HTTP/1.1\r\nHost: a\r\nTrailer: X-T\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\nX-T: 1\r\n\r\n',
    )
    const { body, rawTrailers } = JSON.parse(answer.slice(answer.indexOf('{')))
    assert.deepEqual([body, rawTrailers], ['abcde', ['x-t', '1']])
  })

  it('without a body is sent without one', async (t) => {
    const backend = await openBackend(t, echo)
    const { port } = await openProxy(t, portConfiguration({ upstreams: upstreamsOf({ backend: [backend] }) }))
    const answer = await sendRaw(port, 'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    assert.match(answer, /"Content-Length","0"/)
  })

  it('goes to a connection that is kept open', async (t) => {
    let connections = 0
    const server = http.createServer(echo).on('connection', () => (connections += 1))
    const backend = upstreamAt(await listening(server, t))
    const { port } = await openProxy(t, portConfiguration({ upstreams: upstreamsOf({ backend: [backend] }) }))
    for (let count = 0; count < 5; count += 1) await ask(port)
    assert.equal(connections, 1)
  })

  it('is told of once, when it is over', async (t) => {
    const backend = await openBackend(t, echo)
    const proxy = await openProxy(t, portConfiguration({ upstreams: upstreamsOf({ backend: [backend] }) }))
    const over = proxy.nextFinished()
    const { text } = await ask(proxy.port, {
      method: 'PUT',
      path: '/x',
      body: 'four',
      headers: { host: 'a.test' },
    })
    const { durationMs, sentBytes, ...told } = await over
    assert.ok(durationMs >= 0)
    assert.equal(sentBytes, text.length)
    assert.deepEqual(told, {
      gateway: 'infra/edge',
      port: 80,
      listener: 'http',
      route: 'HTTPRoute/shop/cart',
      rule: 0,
      backend: 'backend',
      endpoint: backend.key,
      remoteAddress: '192.0.2.9',
      protocol: 'HTTP/1.1',
      method: 'PUT',
      host: 'a.test',
      target: '/x',
      status: 200,
      receivedBytes: 4,
      attempts: 1,
      why: 'answered',
    })
    assert.equal(proxy.finished.length, 1)
  })

  it('changes as filters of the rule and of the backend say', async (t) => {
    const backend = await openBackend(t, echo)
    const edits = (name: string) => ({ set: [{ name, value: 'set' }], remove: ['x-gone'] })
    const rules = {
      rule: rule({
        filters: [
          filter('RequestHeaderModifier', edits('X-Rule')),
          filter('ResponseHeaderModifier', { add: [{ name: 'X-Answer', value: '1' }] }),
          filter('URLRewrite', {
            hostname: 'inner.test',
            path: { type: 'ReplacePrefixMatch', replacePrefixMatch: '/in' },
          }),
        ],
        backends: [
          { weight: 1, backend: 'backend', filters: [filter('RequestHeaderModifier', edits('X-Backend'))] },
        ],
      }),
    }
    const { port } = await openProxy(
      t,
      portConfiguration({ rules, upstreams: upstreamsOf({ backend: [backend] }) }),
    )
    const { text, headers } = await ask(port, { path: '/a?b', headers: { 'x-gone': '1' } })
    const seen = JSON.parse(text)
    assert.equal(seen.url, '/in/a?b')
    assert.deepEqual(seen.rawHeaders.slice(0, 2), ['Host', 'inner.test'])
    assert.match(seen.rawHeaders.join(), /X-Rule,set.*X-Backend,set/)
    assert.doesNotMatch(seen.rawHeaders.join(), /x-gone/)
    assert.equal(headers['x-answer'], '1')
  })

  it('is only begun where the backend is ready for its body', async (t) => {
    const backend = upstreamAt(
      await listening(
        http.createServer().on('checkContinue', (_request, response) => response.writeHead(417).end()),
        t,
      ),
    )
    const { port } = await openProxy(t, portConfiguration({ upstreams: upstreamsOf({ backend: [backend] }) }))
    const refused = await ask(port, {
      method: 'PUT',
      headers: { expect: '100-continue', 'content-length': 0 },
    })
    assert.equal(refused.status, 417)
  })

  it('may go on when the backend says so', async (t) => {
    const backend = await openBackend(t, echo)
    const { port } = await openProxy(t, portConfiguration({ upstreams: upstreamsOf({ backend: [backend] }) }))
    const request = http.request({
      host: '127.0.0.1',
      port,
      method: 'PUT',
      headers: { expect: '100-continue', 'content-length': 2 },
    })
    request.flushHeaders()
    await once(request, 'continue')
    request.end('ok')
    const [answer] = await once(request, 'response')
    let text = ''
    for await (const chunk of answer) text += chunk
    assert.match(text, /"body":"ok"/)
  })
})

describe('An answer that is passed back', () => {
  it('keeps its status, its words, repetitions and trailers', async (t) => {
    const backend = await openBackend(t, (_request, response) => {
      response.writeHead(299, 'Fine Indeed', ['Set-Cookie', 'a', 'Set-Cookie', 'b', 'Trailer', 'X-T'])
      response.addTrailers({ 'X-T': '1' })
      response.end('x')
    })
    const { port } = await openProxy(t, portConfiguration({ upstreams: upstreamsOf({ backend: [backend] }) }))
    const raw = await sendRaw(port, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    assert.match(raw, /^HTTP\/1\.1 299 Fine Indeed\r\nSet-Cookie: a\r\nSet-Cookie: b\r\n/)
    assert.match(raw, /1\r\nx\r\n0\r\nx-t: 1\r\n\r\n$/)
  })

  it('comes as it is made, and no faster than it is read', async (t) => {
    let written = 0
    const chunk = Buffer.alloc(64 * 1024)
    const backend = await openBackend(t, (_request, response) => {
      const more = (): void => {
        while (response.write(chunk)) written += chunk.length
      }
      response.on('drain', more)
      more()
    })
    const { port } = await openProxy(t, portConfiguration({ upstreams: upstreamsOf({ backend: [backend] }) }))
    const request = http.get({ host: '127.0.0.1', port })
    const [answer] = await once(request, 'response')
    await once(answer, 'readable')
    // All buffers on the way fill up, and then nothing moves any more.
    let before = -1
    while (before !== written) {
      before = written
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    assert.ok(written < 32 * 1024 * 1024, `${written} bytes were taken from the backend`)
    request.destroy()
  })

  it('is cut where the backend breaks off', async (t) => {
    const backend = await openBackend(t, (_request, response) => {
      response.writeHead(200, { 'content-length': 10 })
      response.write('half', () => response.destroy())
    })
    const proxy = await openProxy(t, portConfiguration({ upstreams: upstreamsOf({ backend: [backend] }) }))
    const over = proxy.nextFinished()
    await assert.rejects(ask(proxy.port), { code: 'ECONNRESET' })
    assert.equal((await over).why, 'upstream-failed')
    assert.deepEqual(backend.reported, ['succeeded', 'failed'])
  })

  it('is given up at the backend when the client goes away', async (t) => {
    const gone = Promise.withResolvers<void>()
    const backend = await openBackend(t, (request, response) => {
      request.once('close', gone.resolve)
      response.write('x')
    })
    const proxy = await openProxy(t, portConfiguration({ upstreams: upstreamsOf({ backend: [backend] }) }))
    const over = proxy.nextFinished()
    const request = http.get({ host: '127.0.0.1', port: proxy.port })
    await once(request, 'response')
    request.on('error', () => undefined).destroy()
    await gone.promise
    assert.equal((await over).why, 'client-closed')
  })

  it('that is none becomes 502', async (t) => {
    const server = net.createServer((socket) => socket.end('SSH-2.0-nothing to see\r\n'))
    const backend = upstreamAt(await listening(server, t))
    const { port } = await openProxy(t, portConfiguration({ upstreams: upstreamsOf({ backend: [backend] }) }))
    assert.equal((await ask(port, { method: 'POST' })).status, 502)
    assert.deepEqual(backend.reported, ['failed'])
  })

  it('may not switch the protocol unasked', async (t) => {
    const server = net.createServer((socket) =>
      socket.once('data', () =>
        socket.write(
          'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nsecret',
        ),
      ),
    )
    const backend = upstreamAt(await listening(server, t))
    const { port } = await openProxy(t, portConfiguration({ upstreams: upstreamsOf({ backend: [backend] }) }))
    const answer = await sendRaw(port, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    assert.match(answer, /^HTTP\/1\.1 502 /)
    assert.doesNotMatch(answer, /secret/)
  })
})
