import assert from 'node:assert/strict'
import { Agent } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { createAuthority, issueCertificate } from '@sitrep/api-server/certificates'
import type { RoutingMatch } from '@sitrep/gateway-api'
import {
  fetchOnce,
  freePort,
  greetingAt,
  type Listening,
  openEcho,
  openGreeter,
  openTlsGreeter,
  type Sent,
} from './clients.testing.ts'
import type { DataPlane, Site } from './data-plane.ts'
import { backend, entry, exact, listener, prefix, rule, site, value } from './sites.testing.ts'

const authority = createAuthority({ commonName: 'authority' }, Date.now())
const issued = (host: string) =>
  issueCertificate(authority, { commonName: host, hosts: [host], now: Date.now(), use: 'server' })

// Clients that send one request after the other on the same connection.
const keeping = () => {
  const kept = new Agent({ keepAlive: true })
  return { kept, [Symbol.dispose]: () => kept.destroy() }
}

/** What every data plane does, shown with clients and servers on loopback. What it says it cannot do is skipped. */
export function describeDataPlane(name: string, open: () => Promise<DataPlane>): void {
  describe(`${name} carries traffic`, () => {
    let plane: DataPlane
    let a: Listening
    let b: Listening
    let http: number
    let other: number
    before(async () => {
      plane = await open()
      ;[a, b] = [await openEcho('a'), await openEcho('b')]
      ;[http, other] = [await freePort(), await freePort()]
    })
    after(async () => {
      await plane.close()
      await a[Symbol.asyncDispose]()
      await b[Symbol.asyncDispose]()
    })

    const backends = () => ({
      a: backend([a.port]),
      b: backend([b.port]),
      none: backend([], { answer: 503 }),
    })
    const place = () => ({ ports: { 80: http, 443: http, 81: other } })
    const rules = { a: rule(['a']), b: rule(['b']) }
    const serve = (spec: Parameters<typeof site>[0], materials: Parameters<typeof site>[2] = {}) =>
      plane.program([site({ backends: backends(), rules, ...spec }, place(), materials)])
    /** Who answered, or with which status. */
    const whoAnswers = async (sent: Partial<Sent> = {}): Promise<string> => {
      const { status, by } = await fetchOnce({ port: http, ...sent })
      return status === 200 ? by : String(status)
    }

    it('reports what is bound, probed and in force', async () => {
      const [report] = await serve({ listeners: [listener([entry('a', prefix('/'))])] })
      const [told] = report?.listeners ?? []
      assert.deepEqual(
        [told?.name, told?.bound, told?.probed, told?.portUnavailable],
        ['http', true, true, false],
      )
      assert.deepEqual(report?.generations, { 'Gateway/infra/edge': 1, 'HTTPRoute/shop/web': 1 })
    })

    it('tells requests apart by path, method, header and query, the first that fits', async () => {
      type Case = [first: RoutingMatch, sent: Partial<Sent>, by: string]
      // biome-ignore format: the table is the specification; its columns stay aligned
      const cases: Case[] = [
        [exact('/one'),                                        { path: '/one' },                         'a'],
        [exact('/one'),                                        { path: '/one/' },                        'b'],
        [exact('/one'),                                        { path: '/One' },                         'b'],
        [exact('/one'),                                        { path: '/one?x=1' },                     'a'],
        [prefix('/v2'),                                        { path: '/v2' },                          'a'],
        [prefix('/v2/'),                                       { path: '/v2/x' },                        'a'],
        [prefix('/v2'),                                        { path: '/v2example' },                   'b'],
        [prefix('/', { path: { type: 'RegularExpression', value: '/i[0-9]+' } }), { path: '/i42' },      'a'],
        [prefix('/', { path: { type: 'RegularExpression', value: '/i[0-9]+' } }), { path: '/i42x' },     'b'],
        [prefix('/', { method: 'POST' }),                      { method: 'POST' },                       'a'],
        [prefix('/', { method: 'POST' }),                      {},                                       'b'],
        [prefix('/', { headers: [value('color', 'deep blue')] }), { headers: { color: 'deep blue' } },   'a'],
        [prefix('/', { headers: [value('color', 'blue')] }),   { headers: { color: 'green' } },          'b'],
        [prefix('/', { headers: [value('color', 'blue'), value('size', 'l')] }), { headers: { color: 'blue' } }, 'b'],
        [prefix('/', { queryParams: [value('q', 'a b')] }),    { path: '/?q=a%20b' },                    'a'],
        [prefix('/', { queryParams: [value('q', 'x')] }),      { path: '/?Q=x' },                        'b'],
      ]
      for (const [first, sent, by] of cases) {
        await serve({ listeners: [listener([entry('a', first), entry('b', prefix('/'))])] })
        assert.equal(await whoAnswers(sent), by, JSON.stringify([first, sent]))
      }
    })

    it('tries the narrower prefix first and falls back to the wider one', async () => {
      const picky = prefix('/shop', { headers: [value('x', '1')] })
      await serve({ listeners: [listener([entry('a', picky), entry('b', prefix('/'))])] })
      assert.equal(await whoAnswers({ path: '/shop/1', headers: { x: '1' } }), 'a')
      assert.equal(await whoAnswers({ path: '/shop/1' }), 'b')
    })

    it('keeps listeners of one port apart by hostname', async () => {
      await serve({
        listeners: [
          listener([entry('a', prefix('/'), 'foo.test')], { name: 'narrow', hostname: 'foo.test' }),
          listener([entry('b', prefix('/only'), '*.test')], { name: 'wide', hostname: '*.test' }),
        ],
      })
      assert.equal(await whoAnswers({ host: 'foo.test' }), 'a')
      assert.equal(await whoAnswers({ host: 'FOO.test:1234' }), 'a')
      assert.equal(await whoAnswers({ host: 'x.y.test', path: '/only' }), 'b')
      assert.equal(await whoAnswers({ host: 'x.test' }), '404')
      assert.equal(await whoAnswers({ host: 'test', path: '/only' }), '404')
    })

    it('answers 404 without a match, 500 without a backend, 503 without an endpoint', async () => {
      await serve({
        listeners: [listener([entry('broken', prefix('/broken')), entry('empty', prefix('/empty'))])],
        rules: { broken: rule([], { answer: 500 }), empty: rule(['none']) },
      })
      assert.equal(await whoAnswers({ path: '/' }), '404')
      assert.equal(await whoAnswers({ path: '/broken' }), '500')
      assert.equal(await whoAnswers({ path: '/empty' }), '503')
    })

    it('shares requests out by weight, with an error for the share that leads nowhere', async () => {
      const shares = [
        { weight: 60, backend: 'a', filters: [] },
        { weight: 0, backend: 'b', filters: [] },
        { weight: 40, answer: 500, filters: [] },
      ]
      await serve({
        listeners: [listener([entry('w', prefix('/'))])],
        rules: { w: rule([], { backends: shares }) },
      })
      const seen: Record<string, number> = {}
      for (let count = 0; count < 300; count += 1) {
        const who = await whoAnswers()
        seen[who] = (seen[who] ?? 0) + 1
      }
      assert.equal(seen['b'], undefined)
      // Six standard deviations: it fails by itself less than once in a hundred million runs.
      assert.ok(Math.abs((seen['a'] ?? 0) - 180) < 52, JSON.stringify(seen))
      assert.equal((seen['a'] ?? 0) + (seen['500'] ?? 0), 300)
    })

    const filtered = (type: string, settings: Readonly<Record<string, unknown>>) =>
      serve({
        listeners: [listener([entry('f', prefix('/old'))])],
        rules: { f: rule(type === 'RequestRedirect' ? [] : ['a'], { filters: [{ type, settings }] }) },
      })

    it('redirects', async () => {
      type Case = [settings: Readonly<Record<string, unknown>>, status: number, location: string]
      const cases: Case[] = [
        [{ hostname: 'example.org' }, 302, 'http://example.org/old/x?q=1'],
        [{ hostname: 'example.org', statusCode: 301, scheme: 'https' }, 301, 'https://example.org/old/x?q=1'],
        [{ port: 8080 }, 302, 'http://any.test:8080/old/x?q=1'],
        [{ path: { type: 'ReplaceFullPath', replaceFullPath: '/new' } }, 302, 'http://any.test/new?q=1'],
        [
          { path: { type: 'ReplacePrefixMatch', replacePrefixMatch: '/new' } },
          302,
          'http://any.test/new/x?q=1',
        ],
      ]
      for (const [settings, status, location] of cases) {
        await filtered('RequestRedirect', settings)
        const answer = await fetchOnce({ port: http, path: '/old/x?q=1' })
        assert.deepEqual([answer.status, answer.headers.location], [status, location])
      }
    })

    it('rewrites hosts and paths', async () => {
      type Case = [settings: Readonly<Record<string, unknown>>, sent: string, url: string, host: string]
      const replace = (text: string) => ({ path: { type: 'ReplacePrefixMatch', replacePrefixMatch: text } })
      const cases: Case[] = [
        [{ hostname: 'new.test' }, '/old', '/old', 'new.test'],
        [
          { path: { type: 'ReplaceFullPath', replaceFullPath: '/full' } },
          '/old/x?q=1',
          '/full?q=1',
          'any.test',
        ],
        [replace('/new'), '/old/x', '/new/x', 'any.test'],
        [replace('/new'), '/old/', '/new/', 'any.test'],
        [replace('/new/'), '/old/x', '/new/x', 'any.test'],
        [replace('/'), '/old/x', '/x', 'any.test'],
        [replace('/'), '/old', '/', 'any.test'],
      ]
      for (const [settings, sent, url, host] of cases) {
        await filtered('URLRewrite', settings)
        const { seen } = await fetchOnce({ port: http, path: sent })
        assert.deepEqual([seen.url, seen.headers.host], [url, host])
      }
    })

    it('changes headers of requests and answers, whatever their values hold', async () => {
      const odd = `50% "off" #1 \\ it's %[src] \${HOME}`
      const settings = {
        set: [{ name: 'X-Set', value: odd }],
        add: [{ name: 'X-Add', value: 'new' }],
        remove: ['X-Gone'],
      }
      await filtered('RequestHeaderModifier', settings)
      const { seen } = await fetchOnce({
        port: http,
        path: '/old',
        headers: { 'x-add': 'old', 'x-gone': '1' },
      })
      assert.equal(seen.headers['x-set'], odd)
      assert.match(String(seen.headers['x-add']), /^old, ?new$/)
      assert.equal(seen.headers['x-gone'], undefined)
      await filtered('ResponseHeaderModifier', {
        set: [{ name: 'X-Set', value: odd }],
        remove: ['x-from-backend'],
      })
      const { headers } = await fetchOnce({ port: http, path: '/old' })
      assert.deepEqual([headers['x-set'], headers['x-from-backend']], [odd, undefined])
    })

    it('gives up on a backend that takes too long', async () => {
      const slow = rule(['a'], { timeouts: { backendRequest: '100ms' } })
      await serve({ listeners: [listener([entry('s', prefix('/'))])], rules: { s: slow } })
      assert.equal(await whoAnswers({ path: '/?delay=2000' }), '504')
      assert.equal(await whoAnswers(), 'a')
    })

    const secured = (hostname: string, secret: string, to: string) =>
      listener([entry(to, prefix('/'), hostname)], {
        name: hostname,
        port: 443,
        protocol: 'HTTPS',
        hostname,
        tls: {
          mode: 'Terminate',
          certificates: [{ group: '', kind: 'Secret', namespace: 'infra', name: secret }],
        },
      })
    const asking = (servername: string) => ({ servername, ca: authority.certificate })

    it('ends TLS with the certificate of the name, and takes a new one at once', async () => {
      const listeners = [secured('one.test', 'one', 'a'), secured('two.test', 'two', 'b')]
      const certificates = { 'Secret/infra/one': issued('one.test'), 'Secret/infra/two': issued('two.test') }
      await serve({ listeners }, { certificates })
      assert.equal(await whoAnswers({ host: 'one.test', tls: asking('one.test') }), 'a')
      assert.equal(await whoAnswers({ host: 'two.test', tls: asking('two.test') }), 'b')
      assert.notEqual(await whoAnswers({ host: 'two.test', tls: asking('one.test') }), 'b')
      await serve(
        { listeners },
        { certificates: { ...certificates, 'Secret/infra/one': issued('wrong.test') } },
      )
      await assert.rejects(whoAnswers({ host: 'one.test', tls: asking('one.test') }), {
        code: 'ERR_TLS_CERT_ALTNAME_INVALID',
      })
      assert.equal(await whoAnswers({ host: 'two.test', tls: asking('two.test') }), 'b')
    })

    it('passes TLS through by name, and refuses other names', async (t) => {
      if (plane.abilities.protocols['TLS'] === undefined) return t.skip('it does not serve TLS listeners')
      await using greeter = await openTlsGreeter('through', issued('pass.test'))
      await serve({
        listeners: [
          listener([entry('t', undefined, 'pass.test')], {
            protocol: 'TLS',
            port: 443,
            tls: { mode: 'Passthrough', certificates: [] },
          }),
        ],
        rules: { t: rule(['t']) },
        backends: { t: backend([greeter.port]) },
      })
      assert.equal(await greetingAt(http, asking('pass.test')), 'through')
      assert.equal(await greetingAt(http, asking('other.test')), 'refused')
    })

    it('ends TLS for connections that are not HTTP', async (t) => {
      if (!plane.abilities.tlsTermination) return t.skip('it does not end TLS for TLSRoutes')
      await using greeter = await openGreeter('inside')
      const { tls } = secured('tls.test', 'tls', 't')
      await serve(
        {
          listeners: [
            listener([entry('t', undefined, 'tls.test')], {
              protocol: 'TLS',
              port: 443,
              ...(tls && { tls }),
            }),
          ],
          rules: { t: rule(['t']) },
          backends: { t: backend([greeter.port]) },
        },
        { certificates: { 'Secret/infra/tls': issued('tls.test') } },
      )
      assert.equal(await greetingAt(http, asking('tls.test')), 'inside')
    })

    it('passes TCP on, and closes what leads nowhere', async (t) => {
      if (plane.abilities.protocols['TCP'] === undefined) return t.skip('it does not serve TCP listeners')
      await using greeter = await openGreeter('hello')
      await serve({
        listeners: [
          listener([entry('t')], { protocol: 'TCP' }),
          listener([entry('x')], { name: 'x', protocol: 'TCP', port: 81 }),
        ],
        rules: { t: rule(['t']), x: rule([], { answer: 500 }) },
        backends: { t: backend([greeter.port]) },
      })
      assert.equal(await greetingAt(http), 'hello')
      assert.equal(await greetingAt(other), 'refused')
    })

    it('drops no request while configurations are switched', async () => {
      const states = ['a', 'b'].map((to) => ({ listeners: [listener([entry(to, prefix('/'))])] }))
      await serve(states[0] ?? {})
      let going = true
      const seen: string[] = []
      using agent = keeping()
      const clients = Array.from({ length: 4 }, async (_, index) => {
        const sent = index % 2 === 0 ? {} : { agent: agent.kept }
        while (going) seen.push(await whoAnswers(sent).catch((error: Error) => error.message))
      })
      for (let count = 0; count < 6; count += 1) await serve(states[count % 2] ?? {})
      going = false
      await Promise.all(clients)
      assert.deepEqual([...new Set(seen)].sort(), ['a', 'b'])
      assert.equal(await whoAnswers(), 'b')
    })

    it('says which port is taken, and serves the others', async () => {
      await using taken = await openGreeter('mine')
      const listeners = [listener([entry('a', prefix('/'))]), listener([], { name: 'taken', port: 81 })]
      const [report] = await plane.program([
        site({ backends: backends(), rules, listeners }, { ports: { 80: http, 81: taken.port } }),
      ])
      const told = report?.listeners.map((each) => [each.name, each.bound, each.probed, each.portUnavailable])
      assert.deepEqual(told, [
        ['http', true, true, false],
        ['taken', false, false, true],
      ])
      assert.equal(await whoAnswers(), 'a')
    })

    it('closes what no listener asks for any more', async () => {
      const both = [
        listener([entry('a', prefix('/'))]),
        listener([entry('b', prefix('/'))], { name: 'b', port: 81 }),
      ]
      await serve({ listeners: both })
      assert.equal(await whoAnswers({ port: other }), 'b')
      await serve({ listeners: both.slice(0, 1) })
      await assert.rejects(whoAnswers({ port: other }), { code: 'ECONNREFUSED' })
      assert.equal(await whoAnswers(), 'a')
    })

    it('serves two Gateways apart, and none after the last has gone', async () => {
      const one = (to: string, port: number): Site =>
        site(
          { backends: backends(), rules, listeners: [listener([entry(to, prefix('/'))])] },
          { ports: { 80: port } },
        )
      await plane.program([one('a', http), one('b', other)])
      assert.deepEqual([await whoAnswers(), await whoAnswers({ port: other })], ['a', 'b'])
      assert.deepEqual(await plane.program([]), [])
      await assert.rejects(whoAnswers(), { code: 'ECONNREFUSED' })
    })
  })
}
