import assert from 'node:assert/strict'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { createGzip } from 'node:zlib'
import { ControllerError } from '../errors.ts'
import type { Connection } from './connection.ts'
import { documents } from './documents.ts'
import { connectTo } from './http-connection.ts'

const megabyte = 1024 * 1024
const block = Buffer.alloc(megabyte, 0x20)

/** Writes without end, as fast as it is taken, until the client has gone; the answer is how many megabytes that were. */
function flood(response: ServerResponse, packed: 'gzip' | 'plain', written: () => void): void {
  const target = packed === 'gzip' ? createGzip({ level: 1 }) : response
  if (target !== response) target.pipe(response)
  target.on('error', () => {})
  response.on('error', () => {})
  response.on('close', () => target.destroy())
  const more = (): void => {
    while (!target.destroyed) {
      written()
      if (!target.write(block)) {
        target.once('drain', more)
        return
      }
    }
  }
  more()
}

describe('A server that never ends its answers', () => {
  let server: Server
  let connection: Connection
  let megabytes = 0
  before(async () => {
    server = createServer((request, response) => {
      const packed = request.url?.startsWith('/packed') === true
      response.writeHead(request.url?.endsWith('/refused') === true ? 500 : 200, {
        ...(packed && { 'content-encoding': 'gzip' }),
      })
      if (request.url === '/silent') response.write('{')
      else if (request.url === '/brackets')
        response.end(`[${Array.from({ length: 1_000 }, () => '[]').join()}]`)
      else if (request.url === '/deep') response.end(`${'['.repeat(60_000)}${']'.repeat(60_000)}`)
      else flood(response, packed ? 'gzip' : 'plain', () => megabytes++)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    connection = connectTo({ server: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  })
  after(() => {
    connection.close()
    server.closeAllConnections()
    server.close()
  })

  const refusal = async (asking: Promise<unknown>): Promise<ControllerError> => {
    try {
      await asking
    } catch (error) {
      assert.ok(error instanceof ControllerError, String(error))
      return error
    }
    throw new assert.AssertionError({ message: 'it was answered' })
  }

  // A packed megabyte is a kilobyte on the wire, so that hundreds of them fit into the buffers of both ends.
  for (const [path, most] of [
    ['/plain', 40],
    ['/plain/refused', 40],
    ['/packed', 400],
    ['/packed/refused', 400],
  ] as const)
    it(`is read to the limit and no further at ${path}`, async () => {
      megabytes = 0
      const error = await refusal(connection.request({ path, mostBytes: megabyte }))
      assert.equal(error.code, 'unreadable-answer')
      assert.match(error.message, /1048576 bytes/)
      assert.ok(megabytes < most, `${megabytes} MB were taken`)
    })

  it('cannot send one document of a stream for ever', async () => {
    const { chunks } = await connection.stream({ path: '/packed' })
    const begun = async function* (): AsyncGenerator<Buffer> {
      yield Buffer.from('{"a":"')
      yield* chunks
    }
    const reading = async (): Promise<void> => {
      for await (const batch of documents(begun(), { mostBytes: megabyte })) assert.deepEqual(batch, [])
    }
    const error = await refusal(reading())
    assert.match(error.message, /1048576 bytes/)
  })

  it('is given up after its time although it has begun', async () => {
    const error = await refusal(connection.request({ path: '/silent', timeoutMs: 50 }))
    assert.equal(error.code, 'not-reachable')
    assert.match(error.message, /in time/)
  })

  it('cannot send more values than are parsed in one piece', async () => {
    const { server: url } = connection
    const careful = connectTo({ server: url, mostValues: 1_000 })
    const error = await refusal(careful.request({ path: '/brackets' }))
    careful.close()
    assert.match(error.message, /GET \/brackets: .*more than 1000 values/)
    assert.equal(((await connection.request({ path: '/brackets' })) as unknown[]).length, 1_000)
  })

  it('is read no further than its own limit, whatever somebody would take', async () => {
    const careful = connectTo({ server: connection.server, mostBytes: megabyte })
    const error = await refusal(careful.request({ path: '/plain', mostBytes: 8 * megabyte }))
    careful.close()
    assert.match(error.message, /1048576 bytes/)
  })

  it('cannot send what is nested too deep to be walked through', async () => {
    const error = await refusal(connection.request({ path: '/deep' }))
    assert.equal(error.code, 'unreadable-answer')
    assert.match(error.message, /GET \/deep: .*200 levels/)
  })
})
