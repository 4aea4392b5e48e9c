import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gateway, gatewayClass, grant, listener, report, route, service } from '@sitrep/gateway-api/testing'
import type { Fields, KubeObject } from '@sitrep/status'
import { runLine, wholeBundle } from '../testing.ts'

const now = '2026-02-01T00:00:00Z'
const input = (objects: readonly unknown[]): string =>
  JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [...objects, JSON.parse(wholeBundle)] })

const secret = (name: string, namespace: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name, namespace },
})
// What files hold nothing of was not looked at: one of each kind says that it was.
const lookedAt = [secret('other', 'infra'), service('other'), grant('elsewhere', {}, {})]
const namespaces = ['infra', 'shop'].map((name) => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name },
}))
const inForce = report({ 'Gateway/infra/edge': 2, 'HTTPRoute/shop/cart': 3 })
const web = [gatewayClass(), gateway(), inForce, ...lookedAt, ...namespaces]
const https = (tls: Fields): KubeObject =>
  gateway({ listeners: [listener(), listener({ name: 'tls', port: 443, protocol: 'HTTPS', tls })] })
const certificate = (ref: Fields): readonly KubeObject[] => [
  gatewayClass(),
  https({ certificateRefs: [ref] }),
  inForce,
  ...lookedAt,
]
const at = (...parentRefs: readonly Fields[]): Fields => ({ parentRefs })
const edge = { name: 'edge', namespace: 'infra' }
const theirs = [
  gatewayClass('theirs', 'example.com/other'),
  gateway({ gatewayClassName: 'theirs' }),
  ...lookedAt,
]

const mine = 'parents[sitrep.dev/gateway-controller|Gateway/infra/edge'
const since = 'for 0s (since 2026-02-01T00:00:00Z)'
const resolving = `has not been able to resolve its references ${since}`

type Case = [
  name: string,
  world: readonly unknown[],
  of: string,
  says: string,
  begins: string,
  because: string,
]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['a Secret that is not there',      certificate({ name: 'cert' }),                                          'gateway/edge',   `Gateway infra/edge ${resolving} because of Gateway infra/edge listeners[tls]: Secret infra/cert does not exist (ResolvedRefs is False, InvalidCertificateRef)`, 'Secret infra/cert is not there', 'a Gateway is as good as its listeners'],
  ['a Secret behind no grant',        certificate({ name: 'cert', namespace: 'vault' }),                      'gateway/edge',   `Gateway infra/edge ${resolving} because of Gateway infra/edge listeners[tls]: No ReferenceGrant in namespace vault permits the reference to Secret vault/cert (ResolvedRefs is False, RefNotPermitted)`, 'ReferenceGrant vault/* is not there', 'the grant is what is missing, whatever the Secret is'],
  ['no data plane',                   [gatewayClass(), gateway(), ...lookedAt],                               'gateway/edge',   `It has been unknown ${since} whether Gateway infra/edge is programmed: No data plane has reported yet`, 'Gateway infra/edge status.conditions[Programmed] = Unknown (Pending)', 'nobody has said that it serves'],
  ['a Service that is not there',     [...web, route()],                                                      'httproute/cart', `HTTPRoute shop/cart ${mine}] ${resolving}: Service shop/cart does not exist`, 'Service shop/cart is not there', 'it leads nowhere'],
  ['a Service behind no grant',       [...web, route({ rules: [{ backendRefs: [{ name: 'pay', namespace: 'bank', port: 8080 }] }] })], 'httproute/cart', `HTTPRoute shop/cart ${mine}] ${resolving}: No ReferenceGrant in namespace bank permits the reference to Service bank/pay`, 'ReferenceGrant bank/* is not there', 'nothing there lets it in'],
  ['a grant that misses narrowly',    [...web, grant('bank', { kind: 'GRPCRoute', namespace: 'shop' }, { kind: 'Service' }), route({ rules: [{ backendRefs: [{ name: 'pay', namespace: 'bank', port: 8080 }] }] })], 'httproute/cart', `HTTPRoute shop/cart ${mine}] ${resolving}: No ReferenceGrant in namespace bank permits the reference to Service bank/pay`, 'ReferenceGrant bank/grant spec.from = [{"group":"gateway.networking.k8s.io","kind":"GRPCRoute","namespace":"shop"}]', 'what the grant says is shown beside'],
  ['one of two parents',              [...web, service(), route(at(edge, { ...edge, sectionName: 'nope' }))], 'httproute/cart', `HTTPRoute shop/cart ${mine}/nope] has not been accepted ${since}: No listener has this section name and port at Gateway infra/edge`, 'Gateway infra/edge spec.listeners = ', 'the one in trouble is explained'],
  ['a parent that is not there',      [...web, service(), route(at({ name: 'lost' }))],                       'httproute/cart', 'HTTPRoute shop/cart parents[Gateway/shop/lost] has no condition Accepted: its Gateway does not exist', 'Gateway shop/lost is not there', 'nobody reports on it, and it is known why'],
  ['one parent there, one not',       [...web, service(), route(at(edge, { name: 'lost' }))],                 'httproute/cart', 'HTTPRoute shop/cart parents[Gateway/shop/lost] has no condition Accepted: its Gateway does not exist', 'Gateway shop/lost is not there', 'a good parent does not answer for the other'],
  ['a parent of somebody else',       [...theirs, route()],                                                   'httproute/cart', 'HTTPRoute shop/cart parents[Gateway/infra/edge] has no condition Accepted: another controller serves its Gateway', 'HTTPRoute shop/cart status.parents[Gateway/infra/edge].conditions[Accepted] = absent', 'that controller has not said anything'],
]

describe('sitrep explain of Gateway API', () => {
  for (const [name, world, of, says, begins, because] of cases) {
    it(`${name}: ${says}, because ${because}`, async () => {
      const { out, code } = await runLine(['explain', of, '--verbose', '-f', '-'], {
        input: input(world),
        now,
      })
      assert.deepEqual({ first: out[0], code }, { first: says, code: 1 })
      const beginning = out[out.indexOf('Where it begins:') + 1] ?? ''
      assert.ok(beginning.startsWith(`  ${begins}`), beginning)
    })
  }

  it('ends with 0 where all is well, and says what stands for the object', async () => {
    const world = input([...web, service(), route()])
    const ran = await runLine(['explain', 'gateway/edge', '-f', '-'], { input: world, now })
    assert.deepEqual(ran.out[0], `Gateway infra/edge has been programmed ${since}`)
    assert.equal(ran.code, 0)
    assert.equal((await runLine(['explain', 'httproute/cart', '-f', '-'], { input: world, now })).code, 0)
  })

  it('names what somebody else says, and what it would say', async () => {
    const said = [
      {
        type: 'Accepted',
        status: 'True',
        reason: 'Accepted',
        message: '',
        observedGeneration: 3,
        lastTransitionTime: now,
      },
      {
        type: 'ResolvedRefs',
        status: 'False',
        reason: 'Oops',
        message: 'no idea',
        observedGeneration: 3,
        lastTransitionTime: now,
      },
    ]
    const parents = [{ parentRef: edge, controllerName: 'example.com/other', conditions: said }]
    const world = input([...theirs, service(), route({}, { status: { parents } })])
    const { out, code } = await runLine(['explain', 'httproute/cart', '--verbose', '-f', '-'], {
      input: world,
      now,
    })
    assert.equal(code, 1)
    assert.equal(
      out[0],
      `HTTPRoute shop/cart parents[example.com/other|Gateway/infra/edge] ${resolving}: no idea`,
    )
    assert.ok(out.includes('It belongs to another writer; Sitrep would say True (ResolvedRefs)'))
  })

  it('takes the address of what is missing, as it offers it', async () => {
    const world = input([...web, service(), route(at({ name: 'lost' }))])
    const address = 'parents[Gateway/shop/lost]:Accepted'
    const { out } = await runLine(['explain', 'httproute/cart', '-v', '--condition', address, '-f', '-'], {
      input: world,
      now,
    })
    assert.ok(out.includes('Decided by the rule: its Gateway does not exist'), out.join('\n'))
  })
})
