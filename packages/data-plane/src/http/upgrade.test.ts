import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import { describe, it } from 'node:test'
import { createWebSocketStream, WebSocket, WebSocketServer } from 'ws'
import {
  ask,
  type Closing,
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

async function openSockets(test: Closing) {
  const server = http.createServer((_request, response) => response.writeHead(426).end())
  const sockets = new WebSocketServer({ noServer: true })
  const seen: http.IncomingMessage[] = []
  server.on('upgrade', (request, connection, head) => {
    seen.push(request)
    sockets.handleUpgrade(request, connection, head, (socket) => {
      const echo = createWebSocketStream(socket)
      echo.on('error', () => undefined).pipe(echo)
    })
  })
  return { backend: upstreamAt(await listening(server, test)), seen }
}

describe('WebSocket', () => {
  it('is passed through in both directions', async (t) => {
    const { backend, seen } = await openSockets(t)
    const rules = {
      rule: rule({
        filters: [filter('RequestHeaderModifier', { set: [{ name: 'X-Set', value: '1' }] })],
        timeouts: { request: '100ms' },
      }),
    }
    const proxy = await openProxy(
      t,
      portConfiguration({ rules, upstreams: upstreamsOf({ backend: [backend] }) }),
    )
    const over = proxy.nextFinished()
    const socket = new WebSocket(`ws://127.0.0.1:${proxy.port}/ws`, ['chat'], {})
    await once(socket, 'open')
    const stream = createWebSocketStream(socket)
    for (const text of ['one', 'x'.repeat(200_000)]) {
      stream.write(text)
      let echoed = ''
      while (echoed.length < text.length) echoed += String((await once(stream, 'data'))[0])
      assert.equal(echoed, text)
    }
    assert.equal(seen[0]?.headers['sec-websocket-protocol'], 'chat')
    assert.deepEqual([seen[0]?.url, seen[0]?.headers['x-set']], ['/ws', '1'])
    stream.end()
    const { status, why, receivedBytes } = await over
    assert.deepEqual([status, why], [101, 'upgraded'])
    assert.ok(receivedBytes > 200_000)
  })

  it('is refused as the backend refuses it', async (t) => {
    const backend = await openBackend(t, (_request, response) => response.writeHead(403).end('no'))
    const { port } = await openProxy(t, portConfiguration({ upstreams: upstreamsOf({ backend: [backend] }) }))
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, [], {})
    const [, answer] = await once(socket, 'unexpected-response')
    assert.equal(answer.statusCode, 403)
    socket.on('error', () => undefined).terminate()
  })

  it('finds no route like any other request', async (t) => {
    const { port } = await openProxy(t, portConfiguration({ listeners: [] }))
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, [], {})
    const [, answer] = await once(socket, 'unexpected-response')
    assert.equal(answer.statusCode, 404)
    socket.on('error', () => undefined).terminate()
  })

  it('ends where nothing moves any more, and where one side goes away', async (t) => {
    const { backend } = await openSockets(t)
    const proxy = await openProxy(t, portConfiguration({ upstreams: upstreamsOf({ backend: [backend] }) }), {
      limits: { idleMs: 80 },
    })
    const socket = new WebSocket(`ws://127.0.0.1:${proxy.port}/ws`, [], {})
    await once(socket, 'open')
    await once(socket, 'close')
    const over = proxy.nextFinished()
    const other = new WebSocket(`ws://127.0.0.1:${proxy.port}/ws`, [], {})
    await once(other, 'open')
    other.terminate()
    assert.equal((await over).why, 'upgraded')
  })
})

describe('Any other upgrade', () => {
  it('is a request like any other, and its wish is not passed on', async (t) => {
    const backend = await openBackend(t, (request, response) =>
      response.end(
        `${request.headers.upgrade} ${request.headers.connection} ${request.headers['http2-settings']}`,
      ),
    )
    const { port } = await openProxy(t, portConfiguration({ upstreams: upstreamsOf({ backend: [backend] }) }))
    const headers = {
      upgrade: 'h2c',
      connection: 'Upgrade, HTTP2-Settings',
      'http2-settings': 'AAMAAABkAARAAAAAAAIAAAAA',
    }
    assert.equal((await ask(port, { headers })).text, 'undefined keep-alive undefined')
  })

  it('with a body stays in HTTP, so that nothing hides behind it', async (t) => {
    const backend = await openBackend(t, (request, response) => {
      request.resume()
      request.on('end', () => response.end(String(request.headers.upgrade)))
    })
    const { port } = await openProxy(t, portConfiguration({ upstreams: upstreamsOf({ backend: [backend] }) }))
    const answer = await sendRaw(
      port,
      'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\nContent-Length: 3\r\n\r\nabc',
    )
    assert.match(answer, /undefined$/)
  })
})
