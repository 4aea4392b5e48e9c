import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { before, describe, it } from 'node:test'
import { connect } from 'node:tls'
import fc from 'fast-check'
import { createHelloReader, type HelloReading } from './client-hello.ts'
import { portOf } from './testing.ts'

/** What a genuine client sends first. */
async function genuineHello(servername: string): Promise<Buffer> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect({ host: '127.0.0.1', port: portOf(server), servername })
  client.on('error', () => {})
  const [socket] = await once(server, 'connection')
  const [hello] = await once(socket, 'data')
  client.destroy()
  socket.destroy()
  server.close()
  return hello
}

/** The same message in records of another size. */
function inRecordsOf(size: number, hello: Buffer): Buffer {
  const message = hello.subarray(5)
  const records: Buffer[] = []
  for (let from = 0; from < message.length; from += size) {
    const part = message.subarray(from, from + size)
    records.push(Buffer.from([22, 3, 1, part.length >> 8, part.length & 255]), part)
  }
  return Buffer.concat(records)
}

const inPieces = (size: number, bytes: Buffer): HelloReading => {
  const reader = createHelloReader()
  let reading = reader.push(Buffer.alloc(0))
  for (let from = 0; from < bytes.length; from += size)
    reading = reader.push(bytes.subarray(from, from + size))
  return reading
}

/** A message with these extensions. */
function helloWith(extensions: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(extensions.length)
  const body = Buffer.concat([Buffer.alloc(34, 3), Buffer.from([0, 0, 2, 0x13, 1, 1, 0]), length, extensions])
  const message = Buffer.concat([Buffer.from([1, 0, body.length >> 8, body.length & 255]), body])
  return Buffer.concat([Buffer.from([22, 3, 1, message.length >> 8, message.length & 255]), message])
}

const nameExtension = (name: Buffer): Buffer => {
  const list = Buffer.concat([Buffer.from([0, name.length >> 8, name.length & 255]), name])
  const content = Buffer.concat([Buffer.from([list.length >> 8, list.length & 255]), list])
  return Buffer.concat([Buffer.from([0, 0, content.length >> 8, content.length & 255]), content])
}

describe('the first message of a TLS client', () => {
  let named: Buffer
  let unnamed: Buffer
  before(async () => {
    named = await genuineHello('Shop.Example.test')
    unnamed = await genuineHello('')
  })

  it('is read whole, byte by byte, and cut into records', () => {
    const hello = { found: 'hello', serverName: 'shop.example.test' }
    for (const size of [1, 2, 7, 100, 5000]) {
      assert.deepEqual(inPieces(size, named), hello)
      assert.deepEqual(inPieces(size, inRecordsOf(100, named)), hello)
    }
    assert.deepEqual(inPieces(1, unnamed), { found: 'hello', serverName: '' })
  })

  it('wants more at every byte before the last, and never decides early', () => {
    for (let length = 0; length < named.length; length++)
      assert.equal(inPieces(64, named.subarray(0, length)).found, 'more wanted')
  })

  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly (readonly [string, Buffer, HelloReading['found'], string])[] = [
    ['a request in clear text',       Buffer.from('GET / HTTP/1.1\r\n'),                              'no hello',    'it is wrong from the first byte on'],
    ['a handshake of 16 MB',          Buffer.from([22, 3, 1, 64, 0, 1, 255, 255, 255]),               'no hello',    'nobody needs that much'],
    ['a record of 64 KB',             Buffer.from([22, 3, 1, 255, 255, 1]),                           'no hello',    'TLS has none'],
    ['an empty record',               Buffer.from([22, 3, 1, 0, 0]),                                  'no hello',    'it could be followed by as many as one likes'],
    ['another message',               Buffer.from([22, 3, 1, 0, 4, 2, 0, 0, 0]),                      'no hello',    'a client begins with its hello'],
    ['SSL 2',                         Buffer.from([22, 2, 0, 0, 4, 1, 0, 0, 0]),                      'no hello',    'nobody speaks it'],
    ['an empty hello',                Buffer.from([22, 3, 1, 0, 4, 1, 0, 0, 0]),                      'no hello',    'there is no room for its fields'],
    ['records of one byte',           inRecordsOf(1, helloWith(Buffer.alloc(200))),                   'no hello',    'who splits it so means no good'],
    ['no extensions',                 helloWith(Buffer.alloc(0)),                                     'hello',       'old clients have none'],
    ['a name of one letter',          helloWith(nameExtension(Buffer.from('x'))),                     'hello',       'it is a name'],
    ['an empty name',                 helloWith(nameExtension(Buffer.alloc(0))),                      'no hello',    'who names a server names one'],
    ['a name with a line end',        helloWith(nameExtension(Buffer.from('a.test\r\nx: y'))),        'no hello',    'it would stand in logs and headers'],
    ['a name of 300 letters',         helloWith(nameExtension(Buffer.alloc(300, 97))),                'no hello',    'names have 255 at most'],
    ['an extension past the end',     helloWith(Buffer.from([0, 0, 255, 255])),                       'no hello',    'it is not there'],
  ]
  for (const [name, bytes, found, because] of cases)
    it(`${name}: ${found}, because ${because}`, () => {
      assert.equal(inPieces(bytes.length, bytes).found, found)
      assert.equal(inPieces(1, bytes).found, found)
    })

  it('never throws and decides the same however it is cut, whatever is sent', () => {
    const bytes = fc.tuple(fc.boolean(), fc.uint8Array({ maxLength: 300 }), fc.nat({ max: 600 }))
    fc.assert(
      fc.property(bytes, fc.integer({ min: 1, max: 50 }), ([genuine, noise, at], size) => {
        const sent = Buffer.concat([
          ...(genuine ? [named.subarray(0, at)] : [Buffer.from([22, 3, 1])]),
          noise,
          ...(genuine ? [named.subarray(at)] : []),
        ])
        assert.deepEqual(inPieces(size, sent), inPieces(sent.length || 1, sent))
      }),
    )
  })
})
