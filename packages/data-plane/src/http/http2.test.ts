import assert from 'node:assert/strict'
import { once } from 'node:events'
import http2, { type ClientHttp2Session, type ServerHttp2Stream } from 'node:http2'
import { describe, it } from 'node:test'
import {
  type Closing,
  filter,
  listener,
  listening,
  openBackend,
  openProxy,
  portConfiguration,
  rule,
  upstreamAt,
  upstreamsOf,
} from './testing.ts'

function connect(test: Closing, port: number): ClientHttp2Session {
  const session = http2.connect(`http://127.0.0.1:${port}`)
  session.on('error', () => undefined)
  test.after(() => session.destroy())
  return session
}

// The status of an answer, or that the stream was reset.
const statusOf = (stream: http2.ClientHttp2Stream): Promise<number | 'reset'> =>
  new Promise((resolve) => {
    stream.once('response', (headers) => resolve(headers[':status'] ?? 0))
    stream.on('error', () => resolve('reset'))
    stream.once('close', () => resolve('reset'))
  })

interface Read {
  readonly headers: http2.IncomingHttpHeaders & http2.IncomingHttpStatusHeader
  readonly flags: number
  readonly trailers: http2.IncomingHttpHeaders
  readonly text: string
}

async function read(stream: http2.ClientHttp2Stream): Promise<Read> {
  let trailers: http2.IncomingHttpHeaders = {}
  stream.on('trailers', (given) => (trailers = given))
  const [headers, flags] = await once(stream, 'response')
  let text = ''
  for await (const chunk of stream) text += chunk
  return { headers, flags, trailers, text }
}

async function openHttp2Backend(
  test: Closing,
  answer: (stream: ServerHttp2Stream, headers: http2.IncomingHttpHeaders) => void,
) {
  const server = http2.createServer()
  server.on('stream', (stream: ServerHttp2Stream, headers) => {
    stream.on('error', () => undefined)
    answer(stream, headers)
  })
  return upstreamAt(await listening(server, test))
}

const grpc = {
  ':method': 'POST',
  ':path': '/pkg.Svc/Get',
  'content-type': 'application/grpc',
  te: 'trailers',
}

describe('HTTP/2 from clients', () => {
  it('is known by its first bytes, and passed on in HTTP/1.1', async (t) => {
    const backend = await openBackend(t, (request, response) => {
      response.setHeader('X-Answer', ['1', '2'])
      request.on('data', (chunk) =>
        response.write(`${request.httpVersion} ${request.headers.host} ${request.headers.cookie} ${chunk}`),
      )
      request.on('end', () => response.end())
    })
    const { port } = await openProxy(t, portConfiguration({ upstreams: upstreamsOf({ backend: [backend] }) }))
    const stream = connect(t, port).request({
      ':method': 'PUT',
      ':authority': 'A.test:1',
      cookie: ['a=1', 'b=2'],
    })
    stream.end('body')
    const { headers, text } = await read(stream)
    assert.equal(text, '1.1 A.test:1 a=1; b=2 body')
    assert.deepEqual(
      [headers[':status'], headers['x-answer'], headers['connection']],
      [200, '1, 2', undefined],
    )
  })

  it('carries many requests at once', async (t) => {
    const backend = await openBackend(t, (request, response) => response.end(request.url))
    const { port } = await openProxy(t, portConfiguration({ upstreams: upstreamsOf({ backend: [backend] }) }))
    const session = connect(t, port)
    const paths = Array.from({ length: 60 }, (_, index) => `/${index}`)
    const texts = await Promise.all(
      paths.map(async (path) => (await read(session.request({ ':path': path }))).text),
    )
    assert.deepEqual(texts, paths)
  })

  it('tells the client that an answer broke off', async (t) => {
    const backend = await openBackend(t, (_request, response) =>
      response.write('half', () => response.destroy()),
    )
    const { port } = await openProxy(t, portConfiguration({ upstreams: upstreamsOf({ backend: [backend] }) }))
    await assert.rejects(read(connect(t, port).request({})), { code: 'ERR_HTTP2_STREAM_ERROR' })
  })

  it('of a name that another listener has is misdirected', async (t) => {
    const listeners = [listener({ name: 'a', hostname: 'a.test' }), listener({ name: 'any' })]
    const tls = { listener: 'any', serverName: 'b.test', protocol: 'h2' } as const
    const { port } = await openProxy(t, portConfiguration({ listeners }), { tls })
    assert.equal((await read(connect(t, port).request({ ':authority': 'a.test' }))).headers[':status'], 421)
  })

  type Case = [headers: http2.OutgoingHttpHeaders, says: number | 'reset', because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    [{ ':method': 'CONNECT', ':authority': 'b.test:443' },   405, 'no route gives a tunnel to anywhere'],
    [{ ':path': '/a b' },                                    'reset', 'a space would end the request line'],
    [{ ':authority': 'a.test', host: 'b.test' },             400, 'two hosts are none'],
    [{ ':authority': 'a.test', ':scheme': 'ftp' },           400, 'we speak HTTP'],
    [{ ':authority': 'u@a.test' },                           'reset', 'a host has no credentials'],
    [{ ':path': '*' , ':method': 'OPTIONS' },                404, 'the server as a whole is no path'],
  ]
  for (const [headers, says, because] of cases)
    it(`${JSON.stringify(headers)}: ${says}, because ${because}`, async (t) => {
      const backend = await openBackend(t, (_request, response) => response.end())
      const { port } = await openProxy(
        t,
        portConfiguration({ upstreams: upstreamsOf({ backend: [backend] }) }),
      )
      const stream = connect(t, port).request(headers)
      assert.equal(await statusOf(stream), says)
      assert.deepEqual(backend.reported, [])
      stream.close()
    })

  it('that says another length than it has is not passed on as a whole', async (t) => {
    const whole: string[] = []
    const backend = await openBackend(t, (request, response) => {
      request.on('error', () => undefined)
      request.on('end', () => whole.push('whole') && response.end())
    })
    const { port } = await openProxy(t, portConfiguration({ upstreams: upstreamsOf({ backend: [backend] }) }))
    const stream = connect(t, port).request({ ':method': 'POST', 'content-length': '10' })
    stream.end('short')
    assert.equal(await statusOf(stream), 'reset')
    assert.deepEqual(whole, [])
  })

  it('takes no flood of requests that are taken back', async (t) => {
    const backend = await openBackend(t, () => undefined)
    const { port } = await openProxy(t, portConfiguration({ upstreams: upstreamsOf({ backend: [backend] }) }))
    const session = connect(t, port)
    await once(session, 'connect')
    const gone = new Promise((resolve) => session.once('close', resolve))
    const flood = setInterval(() => {
      for (let count = 0; count < 100 && !session.destroyed && !session.closed; count += 1) {
        const stream = session.request({})
        stream.on('error', () => undefined)
        stream.close(http2.constants.NGHTTP2_CANCEL)
      }
    }, 1)
    await gone
    clearInterval(flood)
    const other = await read(connect(t, port).request({ ':path': '*', ':method': 'OPTIONS' }))
    assert.equal(other.headers[':status'], 404)
  })

  it('has a limit for the size of headers', async (t) => {
    const backend = await openBackend(t, (_request, response) => response.end())
    const { port } = await openProxy(
      t,
      portConfiguration({ upstreams: upstreamsOf({ backend: [backend] }) }),
      { limits: { headerBytes: 16_384 } },
    )
    const stream = connect(t, port).request({ 'x-large': 'x'.repeat(20_000) })
    assert.equal(await statusOf(stream), 431)
    assert.deepEqual(backend.reported, [])
  })
})

describe('HTTP/2 to backends', () => {
  it('is spoken where the Service says so, also for clients of HTTP/1.1', async (t) => {
    const backend = await openHttp2Backend(t, (stream, headers) => {
      stream.respond({ ':status': 200 })
      stream.end(`${headers[':authority']} ${headers[':path']} ${headers['x-forwarded-for']}`)
    })
    const upstreams = upstreamsOf({ backend: [{ ...backend, appProtocol: 'kubernetes.io/h2c' }] })
    const { port } = await openProxy(t, portConfiguration({ upstreams }))
    const answer = await fetch(`http://127.0.0.1:${port}/x?y`)
    assert.equal(await answer.text(), `127.0.0.1:${port} /x?y 192.0.2.9`)
  })

  it('carries gRPC with its trailers in both directions', async (t) => {
    const backend = await openHttp2Backend(t, (stream, headers) => {
      assert.equal(headers.te, 'trailers')
      stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true })
      stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }))
      stream.pipe(stream)
    })
    const rules = { rule: rule({ route: 'GRPCRoute/shop/cart' }) }
    const { port } = await openProxy(
      t,
      portConfiguration({ rules, upstreams: upstreamsOf({ backend: [backend] }) }),
    )
    const stream = connect(t, port).request(grpc)
    stream.write('one ')
    stream.end('two')
    const { text, trailers } = await read(stream)
    assert.deepEqual([text, trailers['grpc-status']], ['one two', '0'])
  })

  it('survives trailers that cannot be passed on', async (t) => {
    const backend = await openBackend(t, (_request, response) => {
      response.writeHead(200, ['Trailer', 'Date'])
      response.addTrailers([
        ['date', 'one'],
        ['date', 'two'],
      ])
      response.end('x')
    })
    const { port } = await openProxy(t, portConfiguration({ upstreams: upstreamsOf({ backend: [backend] }) }))
    await assert.rejects(read(connect(t, port).request({})), { code: 'ERR_HTTP2_STREAM_ERROR' })
    assert.equal(await statusOf(connect(t, port).request({ ':path': '*', ':method': 'OPTIONS' })), 404)
  })

  it('keeps answers that are nothing but trailers', async (t) => {
    const backend = await openHttp2Backend(t, (stream) =>
      stream.respond({ ':status': 200, 'grpc-status': '12' }, { endStream: true }),
    )
    const { port } = await openProxy(t, portConfiguration({ upstreams: upstreamsOf({ backend: [backend] }) }))
    const stream = connect(t, port).request(grpc)
    stream.end()
    const { headers, flags } = await read(stream)
    assert.equal(headers['grpc-status'], '12')
    assert.ok(flags & http2.constants.NGHTTP2_FLAG_END_STREAM)
  })

  it('is begun anew where a connection is gone, and tried elsewhere where a request was refused', async (t) => {
    const refusing = await openHttp2Backend(t, (stream) =>
      stream.close(http2.constants.NGHTTP2_REFUSED_STREAM),
    )
    const backend = await openHttp2Backend(t, (stream) => {
      stream.respond({ ':status': 200 })
      stream.end('ok', () => stream.session?.close())
    })
    const h2c = { appProtocol: 'kubernetes.io/h2c' }
    const upstreams = upstreamsOf({
      backend: [
        { ...refusing, ...h2c },
        { ...backend, ...h2c },
      ],
    })
    const { port } = await openProxy(t, portConfiguration({ upstreams }))
    for (let count = 0; count < 3; count += 1) {
      const answer = await fetch(`http://127.0.0.1:${port}/`)
      assert.equal(await answer.text(), 'ok')
    }
  })

  it('has mirrors too', async (t) => {
    const copied = Promise.withResolvers<string>()
    const mirror = await openHttp2Backend(t, (stream, headers) => {
      stream.respond({ ':status': 200 })
      stream.end()
      copied.resolve(String(headers[':path']))
    })
    const backend = await openHttp2Backend(t, (stream) => {
      stream.respond({ ':status': 200 })
      stream.end()
    })
    const rules = { rule: rule({ route: 'GRPCRoute/a/b', filters: [filter('RequestMirror', {}, 'mirror')] }) }
    const { port } = await openProxy(
      t,
      portConfiguration({ rules, upstreams: upstreamsOf({ backend: [backend], mirror: [mirror] }) }),
    )
    const stream = connect(t, port).request(grpc)
    stream.end()
    await read(stream)
    assert.equal(await copied.promise, '/pkg.Svc/Get')
  })
})
