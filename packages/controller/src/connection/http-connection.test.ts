import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'
import { ControllerError, type ControllerErrorCode } from '../errors.ts'
import type { Connection } from './connection.ts'
import { connectTo } from './http-connection.ts'
import { lines } from './lines.ts'

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

async function linesOf(connection: Connection): Promise<readonly string[]> {
  const { chunks } = await connection.stream({ path: '/' })
  const found: string[] = []
  for await (const batch of lines(chunks)) found.push(...batch.map((line) => line.toString('utf8')))
  return found
}

const withCode = (code: ControllerErrorCode) => (error: unknown) =>
  error instanceof ControllerError && error.code === code

describe('A connection', () => {
  it('streams a large object with characters of many bytes, whole', async (context) => {
    const line = JSON.stringify({ text: 'größe→😀'.repeat(200_000) })
    const connection = await serve(context, (_, response) => response.end(`${line}\n`))
    assert.deepEqual(await linesOf(connection), [line])
  })

  it('unpacks what comes packed although nobody asked for that', async (context) => {
    const connection = await serve(context, (_, response) => {
      response.setHeader('content-encoding', 'gzip')
      response.end(gzipSync('{"a":1}\n'))
    })
    assert.deepEqual(await linesOf(connection), ['{"a":1}'])
    assert.deepEqual(await connection.request({ path: '/' }), { a: 1 })
  })

  it('notices that a packed answer broke off', async (context) => {
    const connection = await serve(context, (_, response) => {
      response.setHeader('content-encoding', 'gzip')
      response.write(gzipSync(Buffer.alloc(100_000, 'x')).subarray(0, 50), () => response.destroy())
    })
    await assert.rejects(linesOf(connection), withCode('not-reachable'))
  })

  it('notices that an answer broke off', async (context) => {
    const connection = await serve(context, (_, response) => {
      response.write('{"a":1}\n{"b"', () => response.destroy())
    })
    await assert.rejects(linesOf(connection), withCode('not-reachable'))
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

  it('says that an answer is no JSON', async (context) => {
    const connection = await serve(context, (_, response) => response.end('<html>'))
    await assert.rejects(connection.request({ path: '/' }), withCode('unreadable-answer'))
  })
})
