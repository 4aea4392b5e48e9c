import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Fields, type KubeObject, profiles } from '@sitrep/status'
import { ecCertificate } from '../certificates/pems.testing.ts'
import { endpoints, gateway, gatewayClass, listener, route, service, worldOf } from '../testing.ts'

const base = [gatewayClass(), service(), endpoints()]
const routingOf = (...objects: readonly KubeObject[]) => worldOf([...base, ...objects]).routing()
const rule = (path: string, type = 'PathPrefix', more: Fields = {}): Fields => ({
  matches: [{ path: { type, value: path }, ...more }],
  backendRefs: [{ name: 'cart', port: 8080 }],
})

describe('the entries of a listener', () => {
  const order = (...routes: readonly KubeObject[]): readonly string[] =>
    routingOf(gateway(), ...routes).listeners[0]?.entries.map(
      ({ hostname, match, rule: key }) => `${hostname || '*'} ${match?.path.value} ${key}`,
    ) ?? []

  it('go by hostname, then by path, then by what else is asked', () => {
    const rules = [
      rule('/'),
      rule('/a'),
      rule('/a', 'Exact'),
      rule('/a/b'),
      rule('/a', 'PathPrefix', { headers: [{ name: 'x', value: '1' }] }),
      rule('/a', 'PathPrefix', { method: 'GET' }),
    ]
    assert.deepEqual(order(route({ hostnames: ['*.test', 'a.test'], rules })), [
      'a.test /a HTTPRoute/shop/cart/2',
      'a.test /a/b HTTPRoute/shop/cart/3',
      'a.test /a HTTPRoute/shop/cart/5',
      'a.test /a HTTPRoute/shop/cart/4',
      'a.test /a HTTPRoute/shop/cart/1',
      'a.test / HTTPRoute/shop/cart/0',
      '*.test /a HTTPRoute/shop/cart/2',
      '*.test /a/b HTTPRoute/shop/cart/3',
      '*.test /a HTTPRoute/shop/cart/5',
      '*.test /a HTTPRoute/shop/cart/4',
      '*.test /a HTTPRoute/shop/cart/1',
      '*.test / HTTPRoute/shop/cart/0',
    ])
  })

  it('go by age, then by name, where all else is the same', () => {
    const young = route({}, { name: 'a', created: '2026-01-03T00:00:00Z' })
    const old = route({}, { name: 'z', created: '2026-01-02T00:00:00Z' })
    const twin = route({}, { name: 'y', created: '2026-01-02T00:00:00Z' })
    assert.deepEqual(
      order(young, old, twin),
      ['y', 'z', 'a'].map((name) => `* / HTTPRoute/shop/${name}/0`),
    )
  })

  it('go by the hostname as it was written, before age and path', () => {
    const narrow = gateway({ listeners: [listener({ hostname: 'abc.example.com' })] })
    const wide = route(
      { hostnames: ['*.example.com'], rules: [rule('/long')] },
      { name: 'wide', created: '2025-01-01T00:00:00Z' },
    )
    const exact = route({ hostnames: ['abc.example.com'], rules: [rule('/')] }, { name: 'exact' })
    assert.deepEqual(
      routingOf(narrow, wide, exact).listeners[0]?.entries.map(
        ({ hostname, rule: key }) => `${hostname} ${key}`,
      ),
      ['abc.example.com HTTPRoute/shop/exact/0', 'abc.example.com HTTPRoute/shop/wide/0'],
    )
  })

  it('leave out rules that cannot be used', () => {
    assert.deepEqual(order(route({ rules: [rule('/(', 'RegularExpression'), rule('/')] })), [
      '* / HTTPRoute/shop/cart/1',
    ])
  })

  it('are one only where connections cannot be told apart', () => {
    const tcp = gateway({ listeners: [listener({ protocol: 'TCP', port: 5432 })] })
    const young = route({}, { kind: 'TCPRoute', name: 'young', created: '2026-01-03T00:00:00Z' })
    const old = route({}, { kind: 'TCPRoute', name: 'old', created: '2026-01-02T00:00:00Z' })
    assert.deepEqual(routingOf(tcp, young, old).listeners[0]?.entries, [
      { hostname: '', rule: 'TCPRoute/shop/old/0' },
    ])
  })

  it('hold methods of gRPC as paths', () => {
    const method = (given: Fields) => ({ matches: [{ method: given }] })
    const grpc = route(
      { rules: [method({ service: 'shop.Cart' }), method({ service: 'shop.Cart', method: 'Get' }), {}] },
      { kind: 'GRPCRoute' },
    )
    assert.deepEqual(
      order(grpc).map((line) => line.split(' ')[1]),
      ['/shop.Cart/Get', '/shop.Cart/', '/'],
    )
  })
})

describe('listeners of one port', () => {
  it('go from the narrowest hostname to the widest', () => {
    const hosts = ['*.test', undefined, 'a.b.test', '*.b.test']
    const listeners = hosts.map((hostname, at) =>
      listener({ name: `l${at}`, ...(hostname !== undefined && { hostname }) }),
    )
    const wide = listener({ name: 'first', port: 79 })
    const found = routingOf(gateway({ listeners: [...listeners, wide] })).listeners
    assert.deepEqual(
      found.map(({ port, hostname }) => `${port} ${hostname ?? '*'}`),
      ['79 *', '80 a.b.test', '80 *.b.test', '80 *.test', '80 *'],
    )
  })
})

describe('what a rule leads to', () => {
  const first = (spec: Fields, ...more: readonly KubeObject[]) =>
    Object.values(routingOf(gateway(), route(spec), ...more).rules)[0]

  it('is an error where there is no backend, and no error where it redirects', () => {
    assert.equal(first({ rules: [{}] })?.answer, 500)
    assert.equal(
      first({ rules: [{ filters: [{ type: 'RequestRedirect', requestRedirect: { hostname: 'a.test' } }] }] })
        ?.answer,
      undefined,
    )
  })
  it('is an error where all shares are 0', () => {
    assert.equal(first({ rules: [{ backendRefs: [{ name: 'cart', port: 8080, weight: 0 }] }] })?.answer, 500)
  })
  it('is an error where a filter is not understood, because it might have been there to protect something', () => {
    const filters = [
      { type: 'ExtensionRef', extensionRef: { group: 'example.com', kind: 'Auth', name: 'a' } },
    ]
    assert.equal(first({ rules: [{ filters, backendRefs: [{ name: 'cart', port: 8080 }] }] })?.answer, 500)
  })
  it('keeps the share of what does not resolve', () => {
    const backendRefs = [
      { name: 'cart', port: 8080, weight: 3 },
      { name: 'gone', port: 8080, weight: 1 },
    ]
    assert.deepEqual(first({ rules: [{ backendRefs }] })?.backends, [
      { weight: 3, backend: 'shop/cart:8080', filters: [] },
      { weight: 1, answer: 500, filters: [] },
    ])
  })
  it('mirrors only to what resolves', () => {
    const mirror = (name: string) => ({
      type: 'RequestMirror',
      requestMirror: { backendRef: { name, port: 8080 } },
    })
    const filters = first({
      rules: [{ filters: [mirror('cart'), mirror('gone')], backendRefs: [] }],
    })?.filters
    assert.deepEqual(
      filters?.map((filter) => filter.mirror),
      ['shop/cart:8080', undefined],
    )
  })
})

describe('a backend', () => {
  it('has the endpoints that are ready, on the port that they listen on', () => {
    const slice = {
      ...endpoints(),
      endpoints: [
        { addresses: ['10.0.0.2'], conditions: { ready: false } },
        { addresses: ['10.0.0.1'], conditions: {} },
      ],
    } as unknown as KubeObject
    assert.deepEqual(worldOf([gatewayClass(), gateway(), route(), service(), slice]).routing().backends, {
      'shop/cart:8080': {
        service: { namespace: 'shop', name: 'cart' },
        port: 8080,
        portName: 'main',
        transport: 'TCP',
        endpoints: [{ address: '10.0.0.1', port: 3000 }],
      },
    })
  })

  it('is another one for UDP, though the number be the same', () => {
    const both = {
      ...service('dns'),
      spec: {
        ports: [
          { name: 'udp', port: 53, protocol: 'UDP' },
          { name: 'tcp', port: 53 },
        ],
      },
    }
    const dns = gateway({
      listeners: [
        listener({ name: 'udp', protocol: 'UDP', port: 53 }),
        listener({ name: 'tcp', protocol: 'TCP', port: 53 }),
      ],
    })
    const rules = [{ backendRefs: [{ name: 'dns', port: 53 }] }]
    const { backends } = routingOf(
      dns,
      both,
      route({ rules }, { kind: 'UDPRoute' }),
      route({ rules }, { kind: 'TCPRoute' }),
    )
    assert.deepEqual(
      Object.entries(backends).map(([place, { portName }]) => [place, portName]),
      [
        ['shop/dns:53', 'tcp'],
        ['shop/dns:53/UDP', 'udp'],
      ],
    )
  })

  for (const profile of profiles) {
    it(`without endpoints is answered with ${profile === 'proposal' ? 500 : 503}, ${profile}`, () => {
      const world = worldOf([gatewayClass(), gateway(), route(), service()], { profile })
      assert.equal(world.routing().backends['shop/cart:8080']?.answer, profile === 'proposal' ? 500 : 503)
    })
  }
})

describe('TLS to a backend', () => {
  const policy = (name: string, created: string, validation: Fields, more: Fields = {}): KubeObject => ({
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'BackendTLSPolicy',
    metadata: { name, namespace: 'shop', generation: 1, creationTimestamp: created },
    spec: {
      targetRefs: [{ group: '', kind: 'Service', name: 'cart', ...more }],
      validation: { hostname: `${name}.test`, ...validation },
    },
  })
  const system = { wellKnownCACertificates: 'System' }
  const broken = { caCertificateRefs: [{ group: '', kind: 'ConfigMap', name: 'gone' }] }
  const backend = (...policies: readonly KubeObject[]) =>
    routingOf(gateway(), route(), ...policies).backends['shop/cart:8080']

  it('is spoken as the policy says', () => {
    const ca = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'ca', namespace: 'shop' },
      data: { 'ca.crt': ecCertificate },
    } as KubeObject
    const sound = policy('a', '2026-01-01T00:00:00Z', {
      caCertificateRefs: [{ group: '', kind: 'ConfigMap', name: 'ca' }],
    })
    assert.deepEqual(routingOf(gateway(), route(), sound, ca).backends['shop/cart:8080']?.tls, {
      hostname: 'a.test',
      subjectAltNames: [],
      authorities: [{ group: '', kind: 'ConfigMap', namespace: 'shop', name: 'ca' }],
    })
  })
  it('is not for what passes TLS on as it comes', () => {
    const passing = gateway({
      listeners: [listener({ protocol: 'TLS', port: 443, tls: { mode: 'Passthrough' } })],
    })
    const tls = route({ hostnames: ['a.test'] }, { kind: 'TLSRoute' })
    const sound = policy('a', '2026-01-01T00:00:00Z', system)
    const world = worldOf([...base, passing, tls, sound])
    assert.equal(world.routing().backends['shop/cart:8080']?.tls, undefined)
    assert.equal(
      world.engine.object({
        group: 'gateway.networking.k8s.io',
        kind: 'BackendTLSPolicy',
        namespace: 'shop',
        name: 'a',
      })?.status,
      undefined,
    )
  })
  it('never falls back to clear text', () => {
    assert.equal(backend(policy('a', '2026-01-01T00:00:00Z', broken))?.tls?.answer, 500)
  })
  it('is that of the oldest policy', () => {
    const policies = [
      policy('a', '2026-01-02T00:00:00Z', system),
      policy('b', '2026-01-01T00:00:00Z', system),
    ]
    assert.equal(backend(...policies)?.tls?.hostname, 'b.test')
  })
  it('is that of the port before that of the whole', () => {
    const policies = [
      policy('a', '2026-01-01T00:00:00Z', system),
      policy('b', '2026-01-02T00:00:00Z', system, { sectionName: 'main' }),
    ]
    assert.equal(backend(...policies)?.tls?.hostname, 'b.test')
  })
})

describe('the version of a configuration', () => {
  it('is the same for the same world, whatever the order', () => {
    const objects = [...base, gateway(), route(), route({ hostnames: ['a.test'] }, { name: 'other' })]
    assert.deepEqual(worldOf([...objects].reverse()).routing(), worldOf(objects).routing())
  })
  it('changes with an endpoint, and not with what does not matter', () => {
    const world = worldOf([...base, gateway(), route()])
    const before = world.routing().version
    world.apply(service('unrelated'))
    assert.equal(world.routing().version, before)
    world.apply(endpoints('cart', 'shop', '10.0.0.7'))
    assert.notEqual(world.routing().version, before)
  })
})

describe('listeners of a ListenerSet', () => {
  const set: KubeObject = {
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'ListenerSet',
    metadata: { name: 'extra', namespace: 'shop', generation: 5, creationTimestamp: '2026-01-01T00:00:00Z' },
    spec: {
      parentRef: { name: 'edge', namespace: 'infra' },
      listeners: [listener({ name: 'more', port: 8081 }), listener({ name: 'taken' })],
    },
  }
  const open = gateway({ allowedListeners: { namespaces: { from: 'All' } } })
  const cart = route({ parentRefs: [{ kind: 'ListenerSet', name: 'extra' }] })

  it('are served after those of the Gateway, without those that lost', () => {
    const { listeners, generations } = routingOf(open, set, cart)
    assert.deepEqual(
      listeners.map(({ name, entries }) => [name, entries.length]),
      [
        ['web', 0],
        ['ListenerSet/shop/extra/more', 1],
      ],
    )
    assert.deepEqual(generations, {
      'Gateway/infra/edge': 2,
      'HTTPRoute/shop/cart': 3,
      'ListenerSet/shop/extra': 5,
    })
  })
  it('are not served where the Gateway does not take them', () => {
    assert.deepEqual(
      routingOf(gateway(), set, cart).listeners.map(({ name }) => name),
      ['web'],
    )
  })
})
