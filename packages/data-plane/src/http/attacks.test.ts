import assert from 'node:assert/strict'
import http from 'node:http'
import net from 'node:net'
import { describe, it } from 'node:test'
import {
  ask,
  listening,
  openBackend,
  openProxy,
  portConfiguration,
  sendRaw,
  upstreamAt,
  upstreamsOf,
} from './testing.ts'

type Case = [name: string, bytes: string, says: string, because: string]

const head = 'POST / HTTP/1.1\r\nHost: a.test\r\n'
const hidden = 'GET /hidden HTTP/1.1\r\nHost: a.test\r\n\r\n'

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['length and chunks',        `${head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`, '400', 'the two lengths disagree'],
  ['chunks and length',        `${head}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n${hidden}`, '400', 'in this order too'],
  ['two lengths',              `${head}Content-Length: 0\r\nContent-Length: 5\r\n\r\nhello`,                      '400', 'nobody knows which one counts'],
  ['a list of lengths',        `${head}Content-Length: 5, 5\r\n\r\nhello`,                                        '400', 'a list is no number'],
  ['a signed length',          `${head}Content-Length: +5\r\n\r\nhello`,                                          '400', 'others read it otherwise'],
  ['a length in hexadecimal',  `${head}Content-Length: 0x5\r\n\r\nhello`,                                         '400', 'others read it as 0'],
  ['an unknown coding',        `${head}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${hidden}`,                    '400', 'nobody knows where the body ends'],
  ['chunks not at the end',    `${head}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${hidden}`,           '400', 'nobody knows where the body ends'],
  ['a coding twice',           `${head}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n${hidden}`, '400', 'the last one is no chunks'],
  ['a space before the colon', `${head}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${hidden}`,                    '400', 'others would not see this header'],
  ['a folded line',            `${head}X-A: 1\r\n Transfer-Encoding: chunked\r\n\r\n`,                            '400', 'others would see a header'],
  ['bare line ends',           `GET / HTTP/1.1\nHost: a.test\n\n`,                                                '400', 'others would see one line'],
  ['a bare line end in one',   `GET / HTTP/1.1\r\nHost: a.test\r\nX-A: 1\nX-B: 2\r\n\r\n`,                        '400', 'others would see one header'],
  ['a bare carriage return',   `GET / HTTP/1.1\r\nHost: a.test\r\nX-A: 1\rX-B: 2\r\n\r\n`,                        '400', 'others would see two headers'],
  ['a zero byte',              `GET / HTTP/1.1\r\nHost: a.test\r\nX-A: 1\0\r\n\r\n`,                              '400', 'others would see an end'],
  ['a chunk without a size',   `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n`,                 'closed', 'nobody knows where it ends'],
  ['a chunk ended by a line feed', `${head}Transfer-Encoding: chunked\r\n\r\n3\nabc\n0\n\n`,                      'closed', 'others would read on'],
  ['chunks in HTTP/1.0',       `POST / HTTP/1.0\r\nHost: a.test\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,  '400', 'others would read to the end of the connection'],
  ['no host',                  `GET / HTTP/1.1\r\n\r\n`,                                                          '400', 'there is always one'],
  ['two hosts',                `GET / HTTP/1.1\r\nHost: a.test\r\nHost: b.test\r\n\r\n`,                          '400', 'nobody knows which one counts'],
  ['a host and a path',        `GET / HTTP/1.1\r\nHost: a.test/x\r\n\r\n`,                                        '400', 'that is no host'],
  ['a tunnel',                 `CONNECT b.test:443 HTTP/1.1\r\nHost: b.test:443\r\n\r\n`,                         '405', 'no route gives one to anywhere'],
  ['a version that is none',   `GET / HTTP/3.7\r\nHost: a.test\r\n\r\n`,                                          '400', 'nobody speaks that'],
  ['a method that is none',    `BREW / HTTP/1.1\r\nHost: a.test\r\n\r\n`,                                         '400', 'nobody knows what its body means'],
  ['another scheme',           `GET file:///etc/passwd HTTP/1.1\r\nHost: a.test\r\n\r\n`,                         '400', 'we speak HTTP'],
  ['large headers',            `GET / HTTP/1.1\r\nHost: a.test\r\nX-A: ${'x'.repeat(70_000)}\r\n\r\n`,            '431', 'there is a limit'],
  ['a large target',           `GET /${'x'.repeat(70_000)} HTTP/1.1\r\nHost: a.test\r\n\r\n`,                     '431', 'a target counts too'],
  ['many headers',             `GET / HTTP/1.1\r\nHost: a.test\r\n${'a:\r\n'.repeat(20_000)}\r\n`,                '431', 'so does their number'],
  ['TLS',                      '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n',                            '400', 'this port speaks in clear text'],
]

describe('What is no request', () => {
  for (const [name, bytes, says, because] of cases)
    it(`${name}: ${says}, because ${because}`, async (t) => {
      const whole: string[] = []
      const backend = await openBackend(t, (request, response) => {
        request.on('error', () => undefined)
        request.on('end', () => {
          whole.push(request.url ?? '')
          response.end()
        })
        request.resume()
      })
      const { port } = await openProxy(
        t,
        portConfiguration({ upstreams: upstreamsOf({ backend: [backend] }) }),
        { limits: { idleMs: 300 } },
      )
      const answer = await sendRaw(port, Buffer.from(bytes, 'latin1'))
      assert.equal(/^HTTP\/1\.1 (\d+) /.exec(answer)?.[1] ?? 'closed', says)
      assert.deepEqual(whole, [], 'no backend may take it for a request')
      assert.equal((await ask(port, { path: '/after' })).status, 200, 'the next client is served')
    })
})

describe('What a client may do', () => {
  it('many headers, and none of them is lost', async (t) => {
    const server = http.createServer({ maxHeaderSize: 128 * 1024 }, (request, response) =>
      response.end(String(request.rawHeaders.filter((name) => name.startsWith('X-N-')).length)),
    )
    server.maxHeadersCount = 0
    const backend = upstreamAt(await listening(server, t))
    const { port } = await openProxy(t, portConfiguration({ upstreams: upstreamsOf({ backend: [backend] }) }))
    const lines = Array.from({ length: 1_900 }, (_, index) => `X-N-${index}: 1\r\n`).join('')
    assert.match(
      await sendRaw(port, `GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${lines}\r\n`),
      /1900$/,
    )
  })

  it('several requests at once on one connection, answered in order', async (t) => {
    const backend = await openBackend(
      t,
      (request, response) => void setTimeout(() => response.end(request.url), request.url === '/1' ? 30 : 0),
    )
    const { port } = await openProxy(t, portConfiguration({ upstreams: upstreamsOf({ backend: [backend] }) }))
    const text = await sendRaw(
      port,
      'GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    )
    assert.match(text, /\/1HTTP[\s\S]*\/2$/)
  })

  it('go away at any moment', async (t) => {
    const backend = await openBackend(t, (_request, response) => response.write('x'))
    const { port } = await openProxy(t, portConfiguration({ upstreams: upstreamsOf({ backend: [backend] }) }))
    const whole = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab'
    for (let length = 0; length <= whole.length; length += 3) {
      const socket = net.connect(port, '127.0.0.1')
      socket.on('error', () => undefined)
      await new Promise<void>((resolve) => socket.write(whole.slice(0, length) || 'P', () => resolve()))
      socket.resetAndDestroy()
    }
    assert.equal((await ask(port, { method: 'OPTIONS', path: '*' })).status, 404)
  })
})
