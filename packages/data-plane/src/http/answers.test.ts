import assert from 'node:assert/strict'
import net from 'node:net'
import { describe, it } from 'node:test'
import {
  ask,
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
import type { PortConfiguration } from './types.ts'

type Case = [name: string, given: Partial<PortConfiguration>, says: string, because: string]

const service = {
  service: { namespace: 'shop', name: 'cart' },
  port: 80,
  portName: '',
  transport: 'TCP',
  endpoints: [],
} as const
const rules = (given: Parameters<typeof rule>[0]) => ({ rules: { rule: rule(given) } })

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['nothing fits',            { listeners: [listener({ entries: [] })] },                          '404 no-match',      'no rule has it'],
  ['no listener',             { listeners: [listener({ hostname: 'other.test' })] },               '404 no-match',      'no listener has the name'],
  ['a rule that answers',     rules({ answer: 500 }),                                              '500 unresolved',    'no backend is to be asked'],
  ['a share that answers',    rules({ backends: [{ weight: 1, answer: 500, filters: [] }] }),      '500 unresolved',    'its place does not resolve'],
  ['no weight',               rules({ backends: [{ weight: 0, backend: 'backend', filters: [] }] }), '500 unresolved',  'nobody has a share'],
  ['nobody there',            { backends: { backend: { ...service, answer: 500 } } },              '500 no-endpoint',   'what is answered then is said'],
  ['nobody there, unsaid',    {},                                                                  '503 no-endpoint',   'there is nobody now'],
  ['TLS that cannot be had',  { upstreams: upstreamsOf({ backend: [upstreamAt(1, { answer: 502 })] }) }, '502 unresolved', 'clear text would give away what was to be kept'],
  ['a redirect',              rules({ filters: [filter('RequestRedirect', { hostname: 'b.test', statusCode: 308 })] }), '308 redirected', 'the rule says so'],
]

describe('What is answered without a backend', () => {
  for (const [name, given, says, because] of cases)
    it(`${name}: ${says}, because ${because}`, async (t) => {
      const proxy = await openProxy(t, portConfiguration(given))
      const over = proxy.nextFinished()
      const { status, text } = await ask(proxy.port, { headers: { host: 'a.test' } })
      assert.equal(`${status} ${(await over).why}`, says)
      assert.match(text, new RegExp(`^${status} `))
    })

  it('a redirect tells where to', async (t) => {
    const given = rules({ filters: [filter('RequestRedirect', { scheme: 'https', hostname: 'b.test' })] })
    const { port } = await openProxy(t, portConfiguration(given))
    assert.equal((await ask(port, { path: '/a?b' })).headers.location, 'https://b.test/a?b')
  })

  it('a question beforehand is answered for the backend, and the answers of the backend say the same', async (t) => {
    const backend = await openBackend(t, (_request, response) =>
      response.setHeader('Access-Control-Allow-Origin', '*').end(),
    )
    const cors = filter('CORS', { allowOrigins: ['https://a.test'], allowMethods: ['PUT'] })
    const { port } = await openProxy(
      t,
      portConfiguration({ ...rules({ filters: [cors] }), upstreams: upstreamsOf({ backend: [backend] }) }),
    )
    const origin = 'https://a.test'
    const before = await ask(port, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'PUT' },
    })
    assert.deepEqual([before.status, before.headers['access-control-allow-methods']], [200, 'PUT'])
    assert.deepEqual(backend.reported, [])
    assert.equal((await ask(port, { headers: { origin } })).headers['access-control-allow-origin'], origin)
    assert.equal(
      (await ask(port, { headers: { origin: 'https://b.test' } })).headers['access-control-allow-origin'],
      undefined,
    )
  })

  it('of another listener than TLS was begun with: 421', async (t) => {
    const listeners = [listener({ name: 'a', hostname: 'a.test' }), listener({ name: 'any' })]
    const tls = { listener: 'any', serverName: 'b.test', protocol: 'http/1.1' } as const
    const { port } = await openProxy(t, portConfiguration({ listeners }), { tls })
    assert.equal((await ask(port, { headers: { host: 'a.test' } })).status, 421)
  })

  it('a client that still sends sees the answer, and its connection can be used again', async (t) => {
    const { port } = await openProxy(t, portConfiguration({ listeners: [] }))
    const body = 'x'.repeat(500_000)
    const socket = net.connect(port, '127.0.0.1')
    t.after(() => socket.destroy())
    let text = ''
    const both = new Promise<void>((resolve) =>
      socket.on('data', (chunk) => {
        text += chunk
        if (text.split('404 Not Found\n').length === 3) resolve()
      }),
    )
    socket.write(
      `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}GET / HTTP/1.1\r\nHost: a\r\n\r\n`,
    )
    await both
  })
})

describe('Weighted backends', () => {
  it('get their share, and so does a place that does not resolve', async (t) => {
    const one = await openBackend(t, (_request, response) => response.end('one'))
    const two = await openBackend(t, (_request, response) => response.end('two'))
    const backends = [
      { weight: 2, backend: 'one', filters: [] },
      { weight: 1, backend: 'two', filters: [] },
      { weight: 1, answer: 500, filters: [] },
      { weight: 0, backend: 'never', filters: [] },
    ]
    let turn = 0
    const random = (): number => (turn++ % 8) / 8
    const { port } = await openProxy(
      t,
      portConfiguration({ ...rules({ backends }), upstreams: upstreamsOf({ one: [one], two: [two] }) }),
      { random },
    )
    const seen: string[] = []
    for (let count = 0; count < 8; count += 1) seen.push((await ask(port)).text.slice(0, 3))
    assert.deepEqual(seen, ['one', 'one', 'one', 'one', 'two', 'two', '500', '500'])
  })
})

describe('Mirrors', () => {
  it('get a copy each, by their share, and nobody waits for them', async (t) => {
    const copies: string[] = []
    const copied = Promise.withResolvers<void>()
    const mirror = await openBackend(t, (request) => {
      request.on('data', (chunk) => copies.push(`${request.method} ${request.url} ${chunk}`))
      // Never answers.
      request.on('end', () => copies.length === 2 && copied.resolve())
    })
    const backend = await openBackend(t, (_request, response) => response.end('main'))
    const filters = [
      filter('RequestMirror', {}, 'mirror'),
      filter('RequestMirror', { percent: 100 }, 'mirror'),
      filter('RequestMirror', { percent: 0 }, 'mirror'),
      filter('RequestMirror', {}),
    ]
    const dead = await listening(
      net.createServer((socket) => socket.destroy()),
      t,
    )
    const withDead = [...filters, filter('RequestMirror', {}, 'dead')]
    const { port } = await openProxy(
      t,
      portConfiguration({
        ...rules({ filters: withDead }),
        upstreams: upstreamsOf({ backend: [backend], mirror: [mirror], dead: [upstreamAt(dead)] }),
      }),
    )
    const { status, text } = await ask(port, { method: 'POST', path: '/x', body: 'body' })
    assert.deepEqual([status, text], [200, 'main'])
    await copied.promise
    assert.deepEqual(copies, ['POST /x body', 'POST /x body'])
  })
})
