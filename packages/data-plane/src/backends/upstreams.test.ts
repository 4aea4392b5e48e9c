import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { BackendTls, RoutingBackend } from '@sitrep/gateway-api'
import type { Materials } from '../data-plane.ts'
import { madeOnce } from '../made-once.ts'
import { authority, backend, clientCertificate, configMap, rule, secret, site } from '../sockets/testing.ts'
import { uriNames } from './backend-tls.ts'
import { createHealth } from './health.ts'
import { createUpstreams, type UpstreamMemory } from './upstreams.ts'
import { weighted } from './weighted.ts'

const endpoints = ['10.0.0.1', '10.0.0.2', '10.0.0.3'].map((address) => ({ address, port: 80 }))
const memory = (): UpstreamMemory => ({
  health: createHealth(() => 0),
  turns: new Map(),
  contexts: madeOnce(),
})
const upstreamsOf = (backends: Readonly<Record<string, RoutingBackend>>, own = memory()) =>
  createUpstreams(site({ spec: { backends }, place: {} }), own)

describe('the endpoints of a backend', () => {
  const addresses = (count: number, upstreams: ReturnType<typeof upstreamsOf>, tried?: ReadonlySet<string>) =>
    Array.from({ length: count }, () => upstreams.pick('a', tried)?.address.at(-1)).join('')

  it('come in turn, and the turn goes on in the next configuration', () => {
    const own = memory()
    assert.equal(addresses(4, upstreamsOf({ a: backend(endpoints) }, own)), '1231')
    assert.equal(addresses(4, upstreamsOf({ a: backend(endpoints) }, own)), '2312')
  })

  it('are left out when they were tried, and are nobody when all were', () => {
    const upstreams = upstreamsOf({ a: backend(endpoints) })
    assert.equal(addresses(3, upstreams, new Set(['10.0.0.2:80'])), '131')
    assert.equal(upstreams.pick('a', new Set(endpoints.map(({ address }) => `${address}:80`))), undefined)
    assert.equal(upstreams.pick('nothing'), undefined)
    assert.equal(upstreams.pick('constructor'), undefined)
  })

  it('are left out when they are aside, in the next configuration too, unless all are', () => {
    const own = memory()
    const fail = (address: string): void => {
      for (let time = 0; time < 3; time++)
        upstreamsOf({ a: backend(endpoints.filter((each) => each.address === address)) }, own)
          .pick('a')
          ?.failed()
    }
    fail('10.0.0.2')
    assert.equal(addresses(4, upstreamsOf({ a: backend(endpoints) }, { ...own, turns: new Map() })), '1313')
    fail('10.0.0.1')
    fail('10.0.0.3')
    assert.equal(addresses(4, upstreamsOf({ a: backend(endpoints) }, { ...own, turns: new Map() })), '1231')
  })
})

describe('TLS to a backend', () => {
  const wanted: BackendTls = { hostname: 'b.test', subjectAltNames: [], authorities: [configMap('ca')] }
  const materials: Materials = {
    authorities: { 'ConfigMap/infra/ca': authority.certificate, 'ConfigMap/infra/broken': 'nonsense' },
    certificates: {
      'Secret/infra/us': clientCertificate(),
      'Secret/infra/broken': { certificate: 'x', key: 'y' },
    },
  }
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly (readonly [string, Partial<BackendTls>, client: string | undefined, says: string])[] = [
    ['authorities that are there',      {},                                                          undefined, 'TLS for b.test'],
    ['some that are there',             { authorities: [configMap('no'), configMap('ca')] },         undefined, 'TLS for b.test'],
    ['none that are there',             { authorities: [configMap('no')] },                          undefined, 'answer 500'],
    ['none at all',                     { authorities: [] },                                         undefined, 'answer 500'],
    ['those of the system',             { authorities: [], wellKnownAuthorities: 'System' },         undefined, 'TLS for b.test'],
    ['others that are well known',      { authorities: [], wellKnownAuthorities: 'Moon' },           undefined, 'answer 500'],
    ['an answer in place of it',        { answer: 503 },                                             undefined, 'answer 503'],
    ['a certificate to show',           {},                                                          'us',      'TLS for b.test'],
    ['a certificate that is missing',   {},                                                          'no',      'answer 500'],
    ['a certificate that is none',      {},                                                          'broken',  'answer 500'],
  ]
  for (const [name, given, client, says] of cases)
    it(`with ${name}: ${says}`, () => {
      const backends = { a: backend(endpoints, { tls: { ...wanted, ...given } }) }
      const spec = { backends, ...(client !== undefined && { clientCertificate: secret(client) }) }
      const upstream = createUpstreams(site({ spec, place: {}, materials }), memory()).pick('a')
      assert.equal(
        upstream?.tls === undefined ? `answer ${upstream?.answer}` : `TLS for ${upstream.tls.servername}`,
        says,
      )
    })

  it('is not prepared twice for the same texts', () => {
    const backends = { a: backend(endpoints, { tls: wanted }), b: backend(endpoints, { tls: wanted }) }
    const upstreams = createUpstreams(site({ spec: { backends }, place: {}, materials }), memory())
    assert.ok(upstreams.pick('a')?.tls?.secureContext)
    assert.equal(upstreams.pick('a')?.tls?.secureContext, upstreams.pick('b')?.tls?.secureContext)
  })

  // biome-ignore format: the table is the specification; its columns stay aligned
  const names: readonly (readonly [string, readonly string[], because: string])[] = [
    ['DNS:a.test, URI:spiffe://a/b, IP Address:10.0.0.1', ['spiffe://a/b'],             'other names are none'],
    ['URI:"spiffe://a, URI:spiffe://evil"',               ['spiffe://a, URI:spiffe://evil'], 'what stands in quotes is one name'],
    ['DNS:"a.test, URI:spiffe://evil"',                   [],                           'what stands in quotes is one name'],
    ['',                                                  [],                           'there are none'],
  ]
  for (const [subjectaltname, uris, because] of names)
    it(`finds ${uris.length} URIs in ${subjectaltname || 'nothing'}, because ${because}`, () => {
      assert.deepEqual(uriNames({ subjectaltname }), uris)
    })
})

describe('weights', () => {
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly (readonly [chance: number, weights: readonly number[], says: number, because: string])[] = [
    [0,      [1, 1],    0,  'the first share begins at none'],
    [0.4999, [1, 1],    0,  'it reaches to the half'],
    [0.5,    [1, 1],    1,  'the second begins there'],
    [0.9999, [1, 1],    1,  'and reaches to the end'],
    [0,      [0, 1],    1,  'no weight is no share'],
    [0.9999, [1, 0],    0,  'no weight is no share'],
    [0.75,   [70, 30],  1,  'seventy of a hundred are the first'],
    [1,      [0.1, 0.2, 0], 1, 'what rounding leaves goes to the last that has any'],
    [0,      [0, 0],    -1, 'nobody has any'],
    [0,      [],        -1, 'there is nobody'],
  ]
  for (const [chance, weights, says, because] of cases)
    it(`${weights.join(':')} at ${chance}: ${says}, because ${because}`, () => {
      const { backends } = rule(...weights.map((weight, index) => [String(index), weight] as const))
      assert.equal(Number(weighted(backends, chance)?.backend ?? -1), says)
    })
})
