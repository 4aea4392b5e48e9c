import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { createApiServer } from '@sitrep/api-server'
import { type Fields, groupOf, type KubeObject } from '@sitrep/status'
import { gatewayGroup } from '../kinds.ts'
import { readWorlds } from '../worlds.testing.ts'
import { bundleVersion, gatewayApiCrds } from './crds.ts'

const token = 'for-tests'
const server = await createApiServer({
  tokens: [{ token, user: { name: 'admin', groups: ['system:masters'] } }],
})

async function create(
  path: string,
  body: unknown,
): Promise<{ readonly status: number; readonly body: Fields }> {
  const request = new Request(`http://server${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  const response = await server.fetch(request)
  return { status: response.status, body: (await response.json()) as Fields }
}

const crds = gatewayApiCrds({ profile: 'released' })
for (const crd of crds) await create('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', crd)

const pluralOf = (kind: string): string =>
  String(crds.find(({ spec }) => spec.names['kind'] === kind)?.spec.names['plural'])

const ask = (kind: string, spec: unknown, place = '/namespaces/default') =>
  create(`/apis/${gatewayGroup}/v1${place}/${pluralOf(kind)}?dryRun=All&fieldValidation=Strict`, {
    apiVersion: `${gatewayGroup}/v1`,
    kind,
    metadata: { name: 'x' },
    spec,
  })

describe('the CRDs of Gateway API', () => {
  it('say the release and channel that they follow, because clients compare it', () => {
    for (const { metadata } of crds) {
      assert.equal(metadata.annotations?.[`${gatewayGroup}/bundle-version`], bundleVersion)
      assert.equal(metadata.annotations?.[`${gatewayGroup}/channel`], 'standard')
    }
  })

  it('give every kind but ReferenceGrant a status of its own', () => {
    const without = crds.filter(({ spec }) => spec.versions[0]?.subresources['status'] === undefined)
    assert.deepEqual(
      without.map(({ spec }) => spec.names['kind']),
      ['ReferenceGrant'],
    )
  })

  it('serve as v1beta1 what was served so before, and store nothing as that', () => {
    const older = crds.flatMap(({ spec }) =>
      spec.versions
        .filter(({ name, storage }) => name !== 'v1' || !storage)
        .map(({ name, storage }) => `${spec.names['kind']} ${name} ${storage}`),
    )
    assert.deepEqual(
      older,
      ['GatewayClass', 'Gateway', 'HTTPRoute', 'ReferenceGrant'].map((kind) => `${kind} v1beta1 false`),
    )
  })

  it('print no column of which an API server would show the first part only, but the address', () => {
    const paths = crds.flatMap(({ spec }) =>
      (spec.versions[0]?.additionalPrinterColumns ?? []).map(({ jsonPath }) => jsonPath),
    )
    assert.deepEqual(
      paths.filter((path) => path.includes('[*]')),
      ['.status.addresses[*].value'],
    )
  })

  it('take every object of the worlds, because a genuine API server does', async () => {
    const file = join(import.meta.dirname, '..', '..', 'vectors', 'released', 'worlds.yaml')
    const objects = readWorlds(file).flatMap((world) =>
      world.objects.filter(({ apiVersion }) => groupOf(apiVersion) === gatewayGroup),
    )
    const specs = new Map(
      objects.map((object: KubeObject) => [JSON.stringify([object.kind, object.spec]), object]),
    )
    for (const { kind, spec, metadata } of specs.values()) {
      const { status, body } = await ask(kind, spec, metadata.namespace === undefined ? '' : undefined)
      assert.equal(status, 201, `${kind}: ${String(body['message'])}`)
    }
  })
})

describe('what is left out', () => {
  it('is filled in', async () => {
    const { body } = await ask('HTTPRoute', { parentRefs: [{ name: 'edge' }] })
    assert.deepEqual(body['spec'], {
      parentRefs: [{ group: gatewayGroup, kind: 'Gateway', name: 'edge' }],
      rules: [{ matches: [{ path: { type: 'PathPrefix', value: '/' } }] }],
    })
  })
})

describe('what an API server refuses', () => {
  const gateway = (...listeners: readonly Fields[]) => ({ gatewayClassName: 'ours', listeners })
  const rule = (more: Fields) => ({ rules: [more] })
  const http = { name: 'a', port: 80, protocol: 'HTTP' }
  type Case = readonly [name: string, kind: string, spec: unknown, says: RegExp]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly Case[] = [
    ['no listener',               'Gateway',          gateway(),                                                            /at least 1 items/],
    ['a port too high',           'Gateway',          gateway({ ...http, port: 70_000 }),                                  /less than or equal to 65535/],
    ['one name twice',            'Gateway',          gateway(http, { ...http, port: 81 }),                                 /Duplicate value/],
    ['one listener twice',        'Gateway',          gateway(http, { ...http, name: 'b' }),                                /own combination/],
    ['tls for HTTP',              'Gateway',          gateway({ ...http, tls: { certificateRefs: [{ name: 'x' }] } }),      /has no tls/],
    ['passing HTTPS through',     'Gateway',          gateway({ ...http, protocol: 'HTTPS', tls: { mode: 'Passthrough' } }), /ends TLS itself/],
    ['TLS without certificates',  'Gateway',          gateway({ ...http, protocol: 'HTTPS', tls: {} }),                     /certificateRefs or options/],
    ['TLS without tls',           'Gateway',          gateway({ ...http, protocol: 'TLS' }),                                /says its mode/],
    ['a hostname for TCP',        'Gateway',          gateway({ ...http, protocol: 'TCP', hostname: 'a.test' }),            /has no hostname/],
    ['a hostname with a star',    'Gateway',          gateway({ ...http, hostname: '*' }),                                  /should match/],
    ['a field that is unknown',   'Gateway',          { ...gateway(http), colour: 'blue' },                                 /unknown field/],
    ['no IP address',             'Gateway',          { ...gateway(http), addresses: [{ value: 'edge.test' }] },            /is an IP address/],
    ['one address twice',         'Gateway',          { ...gateway(http), addresses: [{ value: '::1' }, { value: '::1' }] }, /can be asked for once/],
    ['an empty address',          'Gateway',          { ...gateway(http), addresses: [{ type: 'Hostname', value: '' }] },   /is a hostname/],
    ['a label with a space',      'Gateway',          { ...gateway(http), infrastructure: { labels: { 'a b': 'c' } } },     /up to 63 characters/],
    ['a domain too long',         'Gateway',          { ...gateway(http), infrastructure: { annotations: { [`${'a'.repeat(253)}/b`]: 'c' } } }, /less than 253/],
    ['no port for a Service',     'HTTPRoute',        rule({ backendRefs: [{ name: 'cart' }] }),                            /needs a port/],
    ['a filter without settings', 'HTTPRoute',        rule({ filters: [{ type: 'URLRewrite' }] }),                          /urlRewrite belongs/],
    ['redirect and rewrite',      'HTTPRoute',        rule({ filters: [{ type: 'URLRewrite', urlRewrite: {} }, { type: 'RequestRedirect', requestRedirect: {} }] }), /cannot stand in one list/],
    ['redirect and backend',      'HTTPRoute',        rule({ filters: [{ type: 'RequestRedirect', requestRedirect: {} }], backendRefs: [{ name: 'cart', port: 80 }] }), /asks no backend/],
    ['a prefix without one',      'HTTPRoute',        rule({ matches: [{ path: { type: 'Exact', value: '/a' } }], filters: [{ type: 'URLRewrite', urlRewrite: { path: { type: 'ReplacePrefixMatch', replacePrefixMatch: '/b' } } }] }), /exactly one match/],
    ['a path without a slash',    'HTTPRoute',        rule({ matches: [{ path: { value: 'a' } }] }),                        /begins with/],
    ['a path that climbs',        'HTTPRoute',        rule({ matches: [{ path: { value: '/a/../b' } }] }),                  /as a part/],
    ['a path with a space',       'HTTPRoute',        rule({ matches: [{ path: { value: '/a b' } }] }),                     /others are encoded/],
    ['a prefix behind without one', 'HTTPRoute',      rule({ matches: [{ path: { type: 'Exact', value: '/a' } }], backendRefs: [{ name: 'cart', port: 80, filters: [{ type: 'URLRewrite', urlRewrite: { path: { type: 'ReplacePrefixMatch', replacePrefixMatch: '/b' } } }] }] }), /exactly one match/],
    ['too many matches in all',   'HTTPRoute',        { rules: [64, 64, 1].map((length) => ({ matches: Array.from({ length }, () => ({})) })) }, /up to 128 matches/],
    ['one parent twice',          'HTTPRoute',        { parentRefs: [{ name: 'edge' }, { name: 'edge' }] },                 /must be there once/],
    ['a parent and its section',  'HTTPRoute',        { parentRefs: [{ name: 'edge' }, { name: 'edge', sectionName: 'a' }] }, /needs a sectionName/],
    ['one rule name twice',       'HTTPRoute',        { rules: [{ name: 'a' }, { name: 'a' }] },                            /must be unique/],
    ['a timeout too long',        'HTTPRoute',        rule({ timeouts: { request: '1s', backendRequest: '2s' } }),          /cannot be longer/],
    ['a method match of nothing', 'GRPCRoute',        rule({ matches: [{ method: {} }] }),                                  /names a service/],
    ['a service with a slash',    'GRPCRoute',        rule({ matches: [{ method: { service: 'a/b' } }] }),                  /named by words/],
    ['a method with a dot',       'GRPCRoute',        rule({ matches: [{ method: { method: 'a.b' } }] }),                   /named by a word/],
    ['no hostname',               'TLSRoute',         rule({ backendRefs: [{ name: 'cart', port: 80 }] }),                  /hostnames: Required/],
    ['an address for a hostname', 'TLSRoute',         { hostnames: ['10.0.0.1'], rules: [{ backendRefs: [{ name: 'cart', port: 80 }] }] }, /never addresses/],
    ['two rules',                 'TCPRoute',         { rules: [1, 2].map(() => ({ backendRefs: [{ name: 'cart', port: 80 }] })) }, /at most 1/],
    ['no authority',              'BackendTLSPolicy', { targetRefs: [{ group: '', kind: 'Service', name: 'cart' }], validation: { hostname: 'a.test' } }, /is needed/],
    ['a grant to nothing',        'ReferenceGrant',   { from: [{ group: '', kind: 'X', namespace: 'a' }], to: [] },         /at least 1/],
  ]
  for (const [name, kind, spec, says] of cases) {
    it(`${name}: ${says.source}`, async () => {
      const { status, body } = await ask(kind, spec)
      assert.ok(status === 422 || status === 400, `${status}`)
      assert.match(String(body['message']), says)
    })
  }
})
