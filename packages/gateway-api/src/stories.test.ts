import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { describe, it } from 'node:test'
import type { KubeObject } from '@sitrep/status'
import { ecCertificate, ecKey } from './certificates/pems.testing.ts'
import { gatewayApi } from './gateway-api.ts'
import {
  atEdge,
  endpoints,
  gateway,
  gatewayClass,
  gone,
  grant,
  listener,
  now,
  report,
  route,
  service,
  worldOf,
} from './testing.ts'

const others = 'example.net/other'
const secret = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'cert', namespace: 'infra' },
  type: 'kubernetes.io/tls',
  data: {
    'tls.crt': Buffer.from(ecCertificate).toString('base64'),
    'tls.key': Buffer.from(ecKey).toString('base64'),
  },
} as KubeObject
const https = gateway({
  listeners: [listener({ protocol: 'HTTPS', port: 443, tls: { certificateRefs: [{ name: 'cert' }] } })],
})

describe('a world that changes', () => {
  it('takes a permission back with its grant', () => {
    const granted = grant('shop', { kind: 'HTTPRoute', namespace: 'apps' }, { kind: 'Service' })
    const abroad = route(
      { rules: [{ backendRefs: [{ name: 'cart', namespace: 'shop', port: 8080 }] }] },
      { namespace: 'apps' },
    )
    const world = worldOf([gatewayClass(), gateway(), abroad, service(), endpoints(), granted])
    assert.equal(world.says(abroad, atEdge('ResolvedRefs')), 'True ResolvedRefs')
    assert.equal(Object.values(world.routing().rules)[0]?.backends[0]?.backend, 'shop/cart:8080')

    world.apply(gone(granted))
    assert.equal(world.says(abroad, atEdge('ResolvedRefs')), 'False RefNotPermitted')
    assert.deepEqual(Object.values(world.routing().rules)[0]?.backends, [
      { weight: 1, answer: 500, filters: [] },
    ])
    assert.deepEqual(world.routing().backends, {})
  })

  it('serves a listener as soon as its Secret comes', () => {
    const world = worldOf([gatewayClass(), https])
    assert.equal(world.says(https, 'listeners[web]:ResolvedRefs'), 'False InvalidCertificateRef')
    assert.deepEqual(world.routing().listeners, [])

    world.apply(secret)
    assert.equal(world.says(https, 'listeners[web]:ResolvedRefs'), 'True ResolvedRefs')
    assert.deepEqual(world.routing().listeners[0]?.tls?.certificates, [
      { group: '', kind: 'Secret', namespace: 'infra', name: 'cert' },
    ])
  })

  it('says that a certificate has expired when that time comes, and goes on', () => {
    const world = worldOf([gatewayClass(), https, secret])
    const end = world.engine.nextCheckAt ?? ''
    assert.ok(end > now)
    world.engine.apply([], end)
    const resolved = world.condition(https, 'listeners[web]:ResolvedRefs')
    assert.deepEqual(
      [resolved?.status, resolved?.message],
      ['True', 'A certificate has expired: Secret infra/cert'],
    )
  })

  it('counts a route as long as it is accepted', () => {
    const world = worldOf([gatewayClass(), gateway(), route()])
    const count = () =>
      JSON.stringify(
        world.engine.object({
          group: 'gateway.networking.k8s.io',
          kind: 'Gateway',
          namespace: 'infra',
          name: 'edge',
        })?.status,
      )
    assert.match(count(), /"attachedRoutes":1/)
    world.apply(route({ parentRefs: [{ name: 'edge', namespace: 'infra', sectionName: 'other' }] }))
    assert.match(count(), /"attachedRoutes":0/)
  })

  it('has routes and listeners programmed once the data plane has their generations', () => {
    const cart = route()
    const world = worldOf([gatewayClass(), gateway(), cart, service(), endpoints()])
    const said = () => [
      world.says(gateway(), 'Programmed'),
      world.says(gateway(), 'listeners[web]:Programmed'),
      world.says(cart, atEdge('Programmed')),
    ]
    assert.deepEqual(said(), ['Unknown Pending', 'Unknown Pending', 'Unknown Pending'])
    world.apply(report({ 'Gateway/infra/edge': 1 }))
    assert.deepEqual(said(), ['False Pending', 'False Pending', 'False Pending'])
    world.apply(report(world.routing().generations))
    assert.deepEqual(said(), ['True Programmed', 'True Programmed', 'True Programmed'])
    world.apply(route({}, { generation: 4 }))
    assert.deepEqual(said(), ['True Programmed', 'True Programmed', 'False Pending'])
  })

  it('does not call a route programmed whose only listener is at odds with another', () => {
    const cart = route()
    const both = gateway({
      listeners: [
        listener(),
        listener({ name: 'tcp', protocol: 'TCP' }),
        listener({ name: 'own', port: 81, allowedRoutes: {} }),
      ],
    })
    const world = worldOf([gatewayClass(), both, cart, service(), endpoints()])
    assert.deepEqual(world.routing().generations, { 'Gateway/infra/edge': 2 })
    assert.deepEqual(world.routing().rules, {})
    world.apply(report(world.routing().generations))
    assert.deepEqual(
      [world.says(cart, atEdge('Accepted')), world.says(cart, atEdge('Programmed'))],
      ['True Accepted', 'False Pending'],
    )
  })

  it('keeps a listener whose port is taken in the configuration, so that the data plane goes on trying', () => {
    const world = worldOf([
      gatewayClass(),
      gateway(),
      report({}, { listeners: [{ name: 'web', portUnavailable: true }] }),
    ])
    assert.equal(world.says(gateway(), 'listeners[web]:Accepted'), 'False PortUnavailable')
    assert.equal(world.routing().listeners.length, 1)
  })
})

describe('entries of a route', () => {
  const entry = (name: string, controllerName: string) => ({
    parentRef: { group: 'gateway.networking.k8s.io', kind: 'Gateway', namespace: 'infra', name },
    controllerName,
    conditions: [
      {
        type: 'Accepted',
        status: 'True',
        reason: 'Accepted',
        message: 'before',
        observedGeneration: 1,
        lastTransitionTime: '2026-01-01T00:00:00Z',
      },
    ],
  })
  const names = (world: ReturnType<typeof worldOf>, object: KubeObject): readonly string[] => {
    const ref = { group: 'gateway.networking.k8s.io', kind: object.kind, namespace: 'shop', name: 'cart' }
    const status = world.engine.object(ref)?.status as
      | { parents?: readonly ReturnType<typeof entry>[] }
      | undefined
    return (status?.parents ?? []).map(
      ({ parentRef, controllerName }) => `${controllerName} ${parentRef.name}`,
    )
  }

  it('of ours go with the reference, and those of others stay', () => {
    const status = { parents: [entry('theirs', others), entry('left', 'sitrep.dev/gateway-controller')] }
    const cart = route({}, { status })
    const world = worldOf([gatewayClass(), gateway(), cart])
    assert.deepEqual(names(world, cart), [`${others} theirs`, 'sitrep.dev/gateway-controller edge'])
  })

  it("of ours go when the Gateway becomes somebody else's", () => {
    const cart = route()
    const world = worldOf([gatewayClass(), gatewayClass('theirs', others), gateway(), cart])
    assert.equal(names(world, cart).length, 1)
    world.apply(gateway({ gatewayClassName: 'theirs' }))
    assert.deepEqual(names(world, cart), [])
  })

  it('stay as they were while nobody can look at Gateways', () => {
    const cart = route()
    const world = worldOf([gatewayClass(), gateway(), cart])
    world.apply({
      kind: { group: 'gateway.networking.k8s.io', kind: 'Gateway' },
      read: false,
      why: 'forbidden',
    })
    assert.equal(world.says(cart, atEdge('Accepted')), 'True Accepted')
  })

  it('say nothing older than what is there already', () => {
    const cart = route(
      {},
      {
        generation: 3,
        status: {
          parents: [
            {
              ...entry('edge', 'sitrep.dev/gateway-controller'),
              conditions: [
                {
                  type: 'Accepted',
                  status: 'False',
                  reason: 'NoMatchingParent',
                  message: '',
                  observedGeneration: 4,
                  lastTransitionTime: '2026-01-01T00:00:00Z',
                },
              ],
            },
          ],
        },
      },
    )
    const world = worldOf([gatewayClass(), gateway(), cart])
    assert.equal(world.says(cart, atEdge('Accepted')), 'False NoMatchingParent')
    assert.equal(world.condition(cart, atEdge('Accepted'))?.observedGeneration, 4)
  })
})

describe('what cannot be looked at', () => {
  const blind = (kind: string, group = '') => ({ kind: { group, kind }, read: false, why: 'forbidden' })

  it('is Unknown, not missing', () => {
    const cart = route()
    const world = worldOf([gatewayClass(), https, cart])
    world.apply(blind('Service'), blind('Secret'))
    assert.equal(world.says(cart, atEdge('ResolvedRefs')), 'Unknown Pending')
    assert.equal(world.says(https, 'listeners[web]:ResolvedRefs'), 'Unknown Pending')
    assert.equal(world.says(https, 'Accepted'), 'Unknown Pending')
  })

  it('leaves a count as it was', () => {
    const world = worldOf([gatewayClass(), gateway(), route()])
    world.apply(blind('HTTPRoute', 'gateway.networking.k8s.io'))
    const status = world.engine.object({
      group: 'gateway.networking.k8s.io',
      kind: 'Gateway',
      namespace: 'infra',
      name: 'edge',
    })?.status
    assert.match(JSON.stringify(status), /"attachedRoutes":1/)
  })
})

describe('Gateways of others', () => {
  const theirs = gateway({ gatewayClassName: 'theirs', listeners: [listener({ protocol: 'SCTP' })] })
  const cart = route()
  const world = worldOf([gatewayClass('theirs', others), theirs, cart])
  const ref = (kind: string, namespace: string, name: string) => ({
    group: 'gateway.networking.k8s.io',
    kind,
    namespace,
    name,
  })

  it('are left alone', () => {
    assert.equal(world.engine.object(ref('Gateway', 'infra', 'edge'))?.status, undefined)
    assert.equal(world.engine.object(ref('HTTPRoute', 'shop', 'cart'))?.status, undefined)
  })
  it('are compared with what should be said of them', () => {
    const said = (kind: string, namespace: string, name: string) =>
      world.engine
        .compared(ref(kind, namespace, name))
        .map(({ at = '', conditions }) => [
          at,
          ...conditions.map(({ type, status, reason }) => `${type} ${status} ${reason}`),
        ])
    assert.deepEqual(said('Gateway', 'infra', 'edge'), [
      ['', 'Accepted False ListenersNotValid'],
      ['listeners[web]', 'Accepted False UnsupportedProtocol', 'ResolvedRefs True ResolvedRefs'],
    ])
    assert.deepEqual(said('HTTPRoute', 'shop', 'cart'), [
      ['parents[Gateway/infra/edge]'],
      [
        `parents[${others}|Gateway/infra/edge]`,
        'Accepted False NotAllowedByListeners',
        'ResolvedRefs False BackendNotFound',
      ],
    ])
  })
})

describe('why it is so', () => {
  it('leads from a Gateway to the Secret that is missing', () => {
    const world = worldOf([gatewayClass(), https])
    const { engine } = world
    const ref = { group: 'gateway.networking.k8s.io', kind: 'Gateway', namespace: 'infra', name: 'edge' }
    const text = JSON.stringify(engine.explain(ref, 'Accepted'))
    assert.match(text, /listeners\[web\]/)
    assert.match(text, /Secret infra\/cert does not exist/)
  })
})

describe('settings', () => {
  it('refuse two meanings of Ready at once', () => {
    assert.throws(
      () => gatewayApi({ profile: 'released', settings: { ready: true, deprecatedConditions: true } }),
      TypeError,
    )
  })

  it('say whose classes are ours', () => {
    const theirs = gatewayClass('ours', others)
    const says = (settings: object) => worldOf([theirs], settings).says(theirs, 'Accepted')
    assert.deepEqual(
      [says({}), says({ settings: { controllerNames: [others] } })],
      [undefined, 'True Accepted'],
    )
  })
})
