import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RoutingConfigurationSpec, RoutingEntry, RoutingMatch } from '@sitrep/gateway-api'
import { usualLimits } from '../../limits.ts'
import { backend, entry, exact, listener, prefix, rule, site, value } from '../../sites.testing.ts'
import { render } from './render.ts'
import type { Rendered } from './types.ts'

const rendered = (spec: Partial<RoutingConfigurationSpec>): Rendered => {
  const { configuration } = site({
    backends: { a: backend([8080]) },
    rules: { a: rule(['a']), b: rule(['a']) },
    ...spec,
  })
  const binds = new Map([[80, ['127.0.0.1:80']]])
  const given = { configuration, binds, certificates: {}, authorities: {}, refused: new Set<string>() }
  return render({ version: '1.0', sites: [given], limits: usualLimits, folder: '/f', socket: '/s' })
}
const cfg = (spec: Partial<RoutingConfigurationSpec>): readonly string[] =>
  (rendered(spec).files['haproxy.cfg'] ?? '').split('\n').map((line) => line.trim())
const withEntries = (...entries: readonly RoutingEntry[]) => rendered({ listeners: [listener(entries)] })

describe('requests of one port', () => {
  type Case = readonly [
    name: string,
    entries: readonly RoutingEntry[],
    tried: number,
    last: string,
    because: string,
  ]
  const picky = (path: string): RoutingMatch => prefix(path, { method: 'POST' })
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly Case[] = [
    ['two prefixes',          [entry('a', prefix('/x')), entry('b', prefix('/'))],          0, '1 s0.80.r1\n2 s0.80.r0\n', 'a map tells them apart'],
    ['an exact path',         [entry('a', exact('/x')), entry('b', prefix('/'))],           0, '1 s0.80.r0\n2 s0.80.r1\n', 'a map tells them apart'],
    ['a method',              [entry('a', picky('/')), entry('b', prefix('/'))],            1, '1 s0.80.r1\n',             'it is tried before what fits always'],
    ['behind what fits',      [entry('b', prefix('/')), entry('a', picky('/'))],            0, '1 s0.80.r1\n',             'nothing ever gets there'],
    ['nothing that fits',     [entry('a', picky('/'))],                                     1, '',                         'the rest is answered with 404'],
    ['an odd name',           [entry('a', prefix('/', { headers: [value('a b', 'c')] }))],  0, '',                         'no request has such a header'],
    ['two hosts, one rule',   [entry('a', prefix('/'), 'a.test'), entry('a', prefix('/'), 'b.test')], 0, '1 s0.80.r0\n', 'those that are treated alike are one'],
  ]
  for (const [name, entries, tried, last, because] of cases)
    it(`${name}: because ${because}`, () => {
      const { files } = withEntries(...entries)
      const lines = (files['haproxy.cfg'] ?? '').split('\n')
      assert.equal(lines.filter((line) => line.includes('if !routed b')).length, tried)
      assert.equal(files['s0.80.last.map'], last)
    })

  it('need no rule of their own for a thousand routes', () => {
    const many = Array.from({ length: 1_000 }, (_, index) =>
      entry('a', prefix(`/r${index}`), `h${index}.test`),
    )
    const { files } = withEntries(...many)
    assert.ok((files['haproxy.cfg'] ?? '').split('\n').length < 60)
    assert.equal(files['s0.80.names.map']?.split('\n').length, 1_001)
  })

  it('need one rule each where they have conditions, however many paths they share', () => {
    const conditional = Array.from({ length: 300 }, (_, index) =>
      entry('a', prefix('/', { headers: [value('x', String(index))] })),
    )
    const paths = Array.from({ length: 300 }, (_, index) =>
      entry('b', prefix(`/p${index}`, { method: 'GET' })),
    )
    const lines = (withEntries(...paths, ...conditional).files['haproxy.cfg'] ?? '').split('\n')
    assert.equal(lines.filter((line) => line.includes('if !routed b')).length, 600)
    assert.ok(lines.length < 3_000, String(lines.length))
  })
})

describe('what a rule becomes', () => {
  const lines = (more: Parameters<typeof rule>[1], target = backend([8080])) =>
    cfg({
      listeners: [listener([entry('r', prefix('/old'))])],
      rules: { r: rule(['a'], more) },
      backends: { a: target },
    })
  type Case = readonly [name: string, lines: readonly string[], has: string, because: string]
  const tls = { hostname: 'b.test', subjectAltNames: [], authorities: [], wellKnownAuthorities: 'System' }
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly Case[] = [
    ['a plain one',          lines({}),                                                       'server e0 127.0.0.1:8080',                'it asks its endpoint'],
    ['an answer',            lines({ answer: 500 }),                                          'http-request return status 500',          'there is nobody to ask'],
    ['an unknown filter',    lines({ filters: [{ type: 'Odd', settings: {} }] }),             'http-request return status 500',          'what it was to prevent must not happen'],
    ['no endpoints',         lines({}, backend([], { answer: 503 })),                         'http-request return status 503',          'the Service says what is answered'],
    ['a time',               lines({ timeouts: { request: '2s', backendRequest: '500ms' } }), 'timeout server 500',                      'the shorter one ends it'],
    ['no time',              lines({ timeouts: { request: '0s' } }),                          'timeout server 2073600000',               '0 means that there is none'],
    ['retries',              lines({ retry: { attempts: 3, codes: [503] } }),                 'retry-on conn-failure 503',               'a listed code is asked again'],
    ['no retries',           lines({ retry: { attempts: 0 } }),                               'retries 0',                               '0 attempts are none'],
    ['HTTP/2 in clear text', lines({}, backend([1], { appProtocol: 'kubernetes.io/h2c' })),   'server e0 127.0.0.1:1 proto h2',          'the Service says so'],
    ['a GRPCRoute',          lines({ route: 'GRPCRoute/shop/web' }, backend([1])),            'server e0 127.0.0.1:1 proto h2',          'gRPC is spoken over HTTP/2'],
    ['TLS',                  lines({}, backend([1], { tls })),                                `server e0 127.0.0.1:1 ssl verify required ca-file '@system-ca' sni str(b.test) verifyhost 'b.test'`, 'it is verified'],
    ['TLS that is not had',  lines({}, backend([1], { tls: { ...tls, answer: 502 } })),       'http-request return status 502',          'clear text would give it away'],
    ['a name with brackets', lines({}, backend([1], { tls: { ...tls, hostname: 'a)b' } })),   'http-request return status 500',          'it is no name'],
    ['an odd endpoint',      lines({}, backend([], { endpoints: [{ address: 'x y', port: 1 }] })), 'http-request return status 503',     'it is no address'],
  ]
  for (const [name, got, has, because] of cases)
    it(`${name}: ${has}, because ${because}`, () => assert.ok(got.includes(has), got.join('\n')))
})
