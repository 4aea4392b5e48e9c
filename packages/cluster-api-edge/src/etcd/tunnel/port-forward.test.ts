import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Socket,
  type Server as TcpServer,
} from 'node:net'
import type { Duplex } from 'node:stream'
import { afterEach, beforeEach, describe, it } from 'node:test'
import fc from 'fast-check'
import { openPortForwardServer, type PortForwardServer } from './port-forward.testing.ts'
import { openPortForward } from './port-forward.ts'
import { controlFrame, dataFrame, type Frame, FrameReader, frameTypes, word } from './spdy-frames.ts'

const listening = async (server: Server | TcpServer): Promise<number> => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}
const target = (signal = new AbortController().signal) => ({
  ...{ namespace: 'kube-system', pod: 'etcd-n1', port: 2379, timeoutMs: 300, signal },
})

describe('Frames of a tunnel', () => {
  it('are the same wherever the chunks are cut', () => {
    const frame = fc.record({
      stream: fc.nat({ max: 2 ** 31 - 1 }),
      bytes: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
      last: fc.constantFrom(undefined, 'last' as const),
    })
    fc.assert(
      fc.property(fc.array(frame), fc.array(fc.nat()), (given, cuts) => {
        const sent = Buffer.concat(given.map(({ stream, bytes, last }) => dataFrame(stream, bytes, last)))
        const at = [0, ...cuts.map((cut) => cut % (sent.length + 1)).sort((a, b) => a - b), sent.length]
        const reader = new FrameReader()
        const read: Frame[] = []
        for (let index = 1; index < at.length; index++)
          read.push(...reader.take(sent.subarray(at[index - 1], at[index])))
        assert.deepEqual(
          read,
          given.map(({ stream, bytes, last }) => ({ kind: 'data', stream, bytes, last: last === 'last' })),
        )
      }),
    )
  })

  it('that are longer than any, or of another version, are refused', () => {
    assert.throws(() => new FrameReader().take(Buffer.from('0000000300ffffff', 'hex')), /too long/)
    assert.throws(() => new FrameReader().take(Buffer.from('8002000600000000', 'hex')), /no SPDY/)
  })
})

describe('A tunnel to a port of a Pod', () => {
  let api: PortForwardServer
  let pod: TcpServer
  const sockets = new Set<Socket>()
  beforeEach(async () => {
    api = await openPortForwardServer()
    pod = createTcpServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.pipe(socket)
    })
    api.pods.set('etcd-n1', await listening(pod))
  })
  afterEach(async () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
    pod.close()
    await api.close()
  })

  for (const way of ['websocket', 'spdy'] as const) {
    it(`carries bytes both ways over ${way}, many of them too`, async () => {
      api.ways = [way]
      const tunnel = await openPortForward({ server: api.url }, target())
      const sent = Buffer.alloc(1_000_000, 'größe→')
      tunnel.write(sent)
      const chunks: Buffer[] = []
      let size = 0
      for await (const chunk of tunnel as AsyncIterable<Buffer>) {
        chunks.push(chunk)
        size += chunk.length
        if (size >= sent.length) break
      }
      assert.ok(Buffer.concat(chunks).equals(sent))
    })

    it(`ends when the Pod ends it, over ${way}`, async () => {
      api.ways = [way]
      const tunnel = await openPortForward({ server: api.url }, target())
      tunnel.write('x')
      await once(tunnel, 'data')
      for (const socket of sockets) socket.end()
      tunnel.resume()
      await once(tunnel, 'close')
      assert.equal(tunnel.errored, null)
    })
  }

  it('is closed when nobody needs the cluster any more', async () => {
    const abort = new AbortController()
    const tunnel = await openPortForward({ server: api.url }, target(abort.signal))
    abort.abort()
    if (!tunnel.closed) await once(tunnel, 'close')
    assert.ok(tunnel.destroyed)
  })

  it('outlives the time in which it had to be opened', async ({ mock }) => {
    // Known to Node, not yet to its types.
    mock.timers.enable({ apis: ['AbortSignal.timeout' as 'setTimeout'] })
    const tunnel = await openPortForward({ server: api.url }, target())
    mock.timers.tick(1_000)
    tunnel.write('x')
    assert.equal(String(await once(tunnel, 'data')), 'x')
    tunnel.destroy()
  })

  it('to a Pod that is not there is refused in the words of the API server', async () => {
    const other = { ...target(), pod: 'etcd-n9' }
    await assert.rejects(openPortForward({ server: api.url }, other), /pods "etcd-n1" not found/)
  })
})

const greeting = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\n\r\n'
const replies = [1, 3].map((id) => controlFrame(frameTypes.synReply, word(id)))

type Hostile = [name: string, answer: (socket: Duplex) => void, says: RegExp]

// biome-ignore format: the table is the specification; its columns stay aligned
const hostile: Hostile[] = [
  ['accepts and never answers',       () => {},                                                                                   /context deadline exceeded/],
  ['never takes the streams',         (socket) => socket.write(greeting),                                                         /context deadline exceeded/],
  ['takes one of the streams',        (socket) => socket.write(Buffer.concat([Buffer.from(greeting), replies[0] ?? word(0)])),    /context deadline exceeded/],
  ['refuses a stream',                (socket) => socket.write(Buffer.concat([Buffer.from(greeting), controlFrame(frameTypes.rstStream, Buffer.concat([word(3), word(3)]))])), /gave up/],
  ['goes away',                       (socket) => socket.write(Buffer.concat([Buffer.from(greeting), controlFrame(frameTypes.goAway, Buffer.alloc(8))])), /closed/],
  ['closes the connection',           (socket) => socket.end(greeting),                                                           /closed/],
  ['sends no frames',                 (socket) => socket.write(`${greeting}<html><body>hello</body></html>`),                     /too long|context deadline exceeded/],
  ['sends frames without end',        (socket) => socket.write(Buffer.concat([Buffer.from(greeting), Buffer.from('0000000300ffffff', 'hex')])), /too long/],
  ['sends frames that are too short', (socket) => socket.write(Buffer.concat([Buffer.from(greeting), controlFrame(frameTypes.synReply, Buffer.alloc(0)), controlFrame(frameTypes.ping, Buffer.alloc(1))])), /context deadline exceeded/],
  ['tells of an error at length',     (socket) => socket.write(Buffer.concat([Buffer.from(greeting), dataFrame(1, Buffer.alloc(9_000, 'x'))])), /^x{500}$/],
  ['speaks something else',           (socket) => socket.write(greeting.replace('SPDY/3.1', 'h2c')),                              /no SPDY/],
  ['refuses without end',             (socket) => socket.write(`HTTP/1.1 500 No\r\n\r\n${'x'.repeat(200_000)}`),                 /HTTP 500/],
]

describe('A server that is asked to forward a port and', () => {
  for (const [name, answer, says] of hostile) {
    it(`${name} is given up`, async (context) => {
      const server = createServer((_, response) => response.writeHead(400).end())
      const sockets = new Set<Duplex>()
      server.on('connection', (socket) => sockets.add(socket))
      server.on('upgrade', ({ headers }, socket) => {
        socket.on('error', () => {})
        if (headers.upgrade === 'websocket') socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')
        else answer(socket)
      })
      const url = `http://127.0.0.1:${await listening(server)}`
      context.after(() => {
        for (const socket of sockets) socket.destroy()
        server.close()
      })
      await assert.rejects(openPortForward({ server: url }, target()), { message: says })
    })
  }

  it('does not listen is given up at once', async () => {
    await assert.rejects(openPortForward({ server: 'http://127.0.0.1:1' }, target()), /ECONNREFUSED/)
  })
})
