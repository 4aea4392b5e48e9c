import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import { describe, it, type TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'
import { ControllerError, type ControllerErrorCode } from '../errors.ts'
import type { Connection } from './connection.ts'
import { documents } from './documents.ts'
import { connectTo } from './http-connection.ts'

async function serve(context: TestContext, listener: RequestListener): Promise<Connection> {
  const server = createServer(listener)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const connection = connectTo({ server: `http://127.0.0.1:${port}` })
  context.after(() => {
    connection.close()
    server.closeAllConnections()
    server.close()
  })
  return connection
}

async function streamed(connection: Connection): Promise<readonly unknown[]> {
  const { chunks } = await connection.stream({ path: '/' })
  const found: unknown[] = []
  for await (const batch of documents(chunks)) found.push(...batch)
  return found
}

const withCode = (code: ControllerErrorCode) => (error: unknown) =>
  error instanceof ControllerError && error.code === code

describe('A connection', () => {
  it('streams a large object with characters of many bytes, whole', async (context) => {
    const object = { text: 'größe→😀'.repeat(200_000) }
    const connection = await serve(context, (_, response) => response.end(`${JSON.stringify(object)}\n`))
    assert.deepEqual(await streamed(connection), [object])
  })

  it('unpacks what comes packed although nobody asked for that', async (context) => {
    const connection = await serve(context, (_, response) => {
      response.setHeader('content-encoding', 'gzip')
      response.end(gzipSync('{"a":1}\n'))
    })
    assert.deepEqual(await streamed(connection), [{ a: 1 }])
    assert.deepEqual(await connection.request({ path: '/' }), { a: 1 })
  })

  it('notices that a packed answer broke off', async (context) => {
    const connection = await serve(context, (_, response) => {
      response.setHeader('content-encoding', 'gzip')
      response.write(gzipSync(`{"a":"${'x'.repeat(100_000)}"}`).subarray(0, 50), () => response.destroy())
    })
    await assert.rejects(streamed(connection), withCode('not-reachable'))
  })

  for (const [name, packed] of [
    ['is no such thing', Buffer.concat([gzipSync('').subarray(0, 10), Buffer.alloc(1_000, 0xff)])],
    ['is more than is read of it', gzipSync(' '.repeat(1_000_000))],
  ] as const)
    it(`lets go of a server that has more to say after what was packed and ${name}`, {
      timeout: 30_000,
    }, async (context) => {
      const closed = Promise.withResolvers<void>()
      const connection = await serve(context, (_, response) => {
        response.on('close', closed.resolve)
        response.setHeader('content-encoding', 'gzip')
        response.write(packed)
      })
      const { chunks } = await connection.stream({ path: '/' })
      const reading = async (): Promise<void> => {
        let bytes = 0
        for await (const chunk of chunks) {
          bytes += chunk.length
          if (bytes > 100_000) throw new Error('enough')
        }
      }
      await assert.rejects(reading())
      await closed.promise
    })

  it('reads again where an idle connection had been closed meanwhile, and writes nothing twice', async (context) => {
    const asked = new Set<unknown>()
    const connection = await serve(context, ({ socket }, response) => {
      if (asked.has(socket)) socket.destroy()
      else response.end('{}')
      asked.add(socket)
    })
    await connection.request({ path: '/' })
    assert.deepEqual(await connection.request({ path: '/' }), {})
    await assert.rejects(
      connection.request({ path: '/', method: 'PATCH', body: {} }),
      withCode('not-reachable'),
    )
  })

  it('notices that an answer broke off', async (context) => {
    const connection = await serve(context, (_, response) => {
      response.write('{"a":1}\n{"b"', () => response.destroy())
    })
    await assert.rejects(streamed(connection), withCode('not-reachable'))
    await assert.rejects(connection.request({ path: '/' }), withCode('not-reachable'))
  })

  it('ends a stream that is closed from here', async (context) => {
    const connection = await serve(context, (_, response) => response.write('{"a":1}\n'))
    const { chunks, close } = await connection.stream({ path: '/' })
    const reading = (async () => {
      for await (const _ of chunks) close()
    })()
    await assert.rejects(reading, withCode('not-reachable'))
  })

  type Hanging = [name: string, listener: RequestListener]
  const drip: RequestListener = (_, response) => {
    const dripping = setInterval(() => response.write(' '), 5)
    response.on('close', () => clearInterval(dripping))
  }
  const hanging: Hanging[] = [
    ['accepts and never answers', () => {}],
    ['begins an answer and falls silent', (_, response) => response.write('{')],
    ['sends a byte now and then', drip],
    [
      'refuses and does not end its sentence',
      (request, response) => {
        response.writeHead(500)
        drip(request, response)
      },
    ],
  ]
  for (const [name, listener] of hanging)
    it(`gives up a server that ${name}`, async (context) => {
      const connection = await serve(context, listener)
      await assert.rejects(connection.request({ path: '/', timeoutMs: 100 }), withCode('not-reachable'))
    })

  it('does not wait for a stream to begin for longer than it was told', async (context) => {
    const connection = await serve(context, () => {})
    await assert.rejects(connection.stream({ path: '/', timeoutMs: 50 }), withCode('not-reachable'))
  })

  it('breaks off an answer that is longer than it was told to take', async (context) => {
    function* endless(): Generator<Buffer> {
      for (;;) yield Buffer.alloc(2 ** 16, ' ')
    }
    const connection = await serve(context, (_, response) => {
      pipeline(Readable.from(endless()), response, () => {})
    })
    await assert.rejects(
      connection.request({ path: '/', mostBytes: 10_000_000 }),
      withCode('unreadable-answer'),
    )
  })

  for (const code of [429, 503])
    it(`hands on for how long a server that answers ${code} asks to be left alone`, async (context) => {
      const connection = await serve(context, (_, response) =>
        response.writeHead(code, { 'retry-after': '7' }).end('{}'),
      )
      const asksForSeven = (error: unknown): boolean =>
        error instanceof ControllerError && error.retryAfterMs === 7_000
      await assert.rejects(connection.request({ path: '/' }), asksForSeven)
      await assert.rejects(connection.stream({ path: '/' }), asksForSeven)
    })

  it('says the same of the same trouble, whatever else was asked for besides', async (context) => {
    const connection = await serve(context, (_, response) => response.writeHead(403).end('{}'))
    const wordsOf = async (path: string): Promise<string> => {
      try {
        await connection.stream({ path })
      } catch (error) {
        return error instanceof ControllerError ? error.message : ''
      }
      return ''
    }
    const words = await wordsOf('/api/v1/pods?watch=true&timeoutSeconds=317')
    assert.match(words, /GET \/api\/v1\/pods: /)
    assert.equal(await wordsOf('/api/v1/pods?watch=true&timeoutSeconds=402'), words)
  })

  it('says that an answer is no JSON', async (context) => {
    const connection = await serve(context, (_, response) => response.end('<html>'))
    await assert.rejects(connection.request({ path: '/' }), withCode('unreadable-answer'))
  })
})
