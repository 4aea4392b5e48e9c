import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { ControllerError } from '../../errors.ts'
import type { Connection } from '../connection.ts'
import { connectTo } from '../http-connection.ts'

const answer = (body: string): string => `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`

interface Served {
  readonly connection: Connection
  /** How many sockets were opened. */
  readonly opened: () => number
}

/** A server that writes bytes of its own for each request it gets, whatever it asks for. */
async function serve(
  context: TestContext,
  write: (socket: Socket, request: string, times: number) => void,
): Promise<Served> {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    let times = 0
    socket.on('data', (bytes) => write(socket, bytes.toString(), ++times))
    socket.on('error', () => {})
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const connection = connectTo({ server: `http://127.0.0.1:${port}` })
  context.after(() => {
    connection.close()
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { connection, opened: () => sockets.length }
}

const notReachable = (error: unknown): boolean =>
  error instanceof ControllerError && error.code === 'not-reachable'

describe('A socket', () => {
  it('is used for one request after the other, and others are opened for what is asked at once', async (context) => {
    const { connection, opened } = await serve(context, (socket) => socket.write(answer('{}')))
    for (let times = 0; times < 5; times++) await connection.request({ path: '/' })
    assert.equal(opened(), 1)
    await Promise.all(Array.from({ length: 3 }, () => connection.request({ path: '/' })))
    assert.equal(opened(), 3)
  })

  it('is not used again when more came over it than was asked for', async (context) => {
    const { connection, opened } = await serve(context, (socket) =>
      socket.write(`${answer('{"a":1}')}HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n{"b":2}`),
    )
    for (let times = 0; times < 3; times++)
      assert.deepEqual(await connection.request({ path: '/' }), { a: 1 })
    assert.equal(opened(), 3)
  })

  it('is not used again when something came while it lay idle', async (context) => {
    const asked: Socket[] = []
    const { connection, opened } = await serve(context, (socket) => {
      asked.push(socket)
      socket.write(answer('{"a":1}'))
    })
    await connection.request({ path: '/' })
    const [first] = asked
    assert.ok(first)
    first.write(answer('{"b":2}'))
    await once(first, 'close')
    assert.deepEqual(await connection.request({ path: '/' }), { a: 1 })
    assert.equal(opened(), 2)
  })

  it('that was handed on is not closed by whoever had it before', async (context) => {
    const { connection } = await serve(context, (socket, _, times) => {
      if (times === 1) socket.write(answer('{"a":1}\n'))
      else setTimeout(() => socket.write(answer('{"b":2}')), 20)
    })
    const { chunks, close } = await connection.stream({ path: '/' })
    for await (const chunk of chunks) assert.equal(chunk.toString(), '{"a":1}\n')
    const next = connection.request({ path: '/' })
    close()
    assert.deepEqual(await next, { b: 2 })
  })

  it('goes on after an answer that was longer than its reader wanted to hold', async (context) => {
    const body = `"${'x'.repeat(1_000_000)}"`
    const { connection, opened } = await serve(context, (socket, _, times) =>
      socket.write(answer(times === 1 ? body : '{}')),
    )
    const { chunks } = await connection.stream({ path: '/' })
    let size = 0
    for await (const chunk of chunks) {
      size += chunk.length
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    assert.equal(size, body.length)
    assert.deepEqual(await connection.request({ path: '/' }), {})
    assert.equal(opened(), 1)
  })

  it('may end an answer that has no length by closing', async (context) => {
    const { connection } = await serve(context, (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n{"a":1}'))
    assert.deepEqual(await connection.request({ path: '/' }), { a: 1 })
  })

  it('that is reset breaks an answer without a length', async (context) => {
    const { connection } = await serve(context, (socket) =>
      socket.write('HTTP/1.1 200 OK\r\n\r\n{"a":1}', () => socket.resetAndDestroy()),
    )
    await assert.rejects(connection.request({ path: '/' }), notReachable)
  })

  for (const [name, bytes] of [
    ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n\r\n'],
    ['an answer of two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}'],
    ['half of a head', 'HTTP/1.1 200 OK\r\nContent-Le'],
  ] as const)
    it(`over which ${name} comes is no way to a server`, async (context) => {
      const { connection } = await serve(context, (socket) => socket.end(bytes))
      await assert.rejects(connection.request({ path: '/' }), notReachable)
    })

  it('carries what is written in many bytes a character, whole', async (context) => {
    const { connection } = await serve(context, (socket, request) => {
      const body = Buffer.from(request, 'utf8').toString().split('\r\n\r\n')[1] ?? ''
      socket.write(
        `HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(body)}\r\nX: ${body.length}\r\n\r\n${body}`,
      )
    })
    const body = { text: 'größe→😀' }
    assert.deepEqual(await connection.request({ path: '/', method: 'POST', body }), body)
  })

  it('is given up when whoever asked does not want to know any more', async (context) => {
    const { connection } = await serve(context, () => {})
    const asking = new AbortController()
    const asked = connection.request({ path: '/', signal: asking.signal })
    asking.abort()
    await assert.rejects(asked, notReachable)
    await assert.rejects(connection.request({ path: '/', signal: asking.signal }), notReachable)
  })

  it('brings nothing to a server that its asker had given up before', async (context) => {
    const requests: string[] = []
    const { connection } = await serve(context, (socket, request) => {
      requests.push(request.slice(0, request.indexOf(' ')))
      socket.write(answer('{}'))
    })
    await connection.request({ path: '/' })
    const signal = AbortSignal.abort()
    await assert.rejects(connection.request({ path: '/', method: 'PUT', body: {}, signal }), notReachable)
    await connection.request({ path: '/' })
    assert.deepEqual(requests, ['GET', 'GET'])
  })

  it('over which no answer came in time is not followed by others that lie idle', async (context) => {
    let asked = 0
    const { connection, opened } = await serve(context, (socket, request, times) => {
      asked++
      if (times === 1 || request.startsWith('GET /again ')) socket.write(answer('{}'))
    })
    const kept = 5
    await Promise.all(Array.from({ length: kept }, () => connection.request({ path: '/' })))
    await assert.rejects(connection.request({ path: '/', timeoutMs: 50 }), notReachable)
    await connection.request({ path: '/again' })
    assert.deepEqual([opened(), asked], [kept, kept + 2])
  })

  it('that was closed while it lay idle is followed by a new one, and not by others that lay beside it', async (context) => {
    let asked = 0
    const { connection, opened } = await serve(context, (socket, _, times) => {
      asked++
      if (times === 1) socket.write(answer('{}'))
      else socket.destroy()
    })
    const kept = 5
    await Promise.all(Array.from({ length: kept }, () => connection.request({ path: '/' })))
    assert.deepEqual(await connection.request({ path: '/' }), {})
    assert.deepEqual([opened(), asked], [kept + 1, kept + 2])
  })

  it('is opened for nobody once all are closed, and nothing is asked again', async (context) => {
    let asked = 0
    const { connection, opened } = await serve(context, (socket, _, times) => {
      asked++
      if (times === 1) socket.write(answer('{}'))
      else connection.close()
    })
    await connection.request({ path: '/' })
    await assert.rejects(connection.request({ path: '/' }), notReachable)
    await assert.rejects(connection.request({ path: '/' }), notReachable)
    assert.deepEqual([opened(), asked], [1, 2])
  })

  it('answers nobody any more when all are closed', async (context) => {
    const { connection } = await serve(context, () => connection.close())
    await assert.rejects(connection.request({ path: '/', method: 'POST', body: {} }), notReachable)
  })
})
