import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addressedConditions, type Fields, formatAddress, meantAddresses } from '@sitrep/status'
import { gatewayLists, parentKey, policyLists, routeLists } from './lists.ts'

describe('The key of a parent', () => {
  type Case = [name: string, parentRef: Fields, key: string, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['a bare name',        { name: 'edge' },                                                                                    'Gateway/infra/edge',             'group, kind and namespace have defaults'],
    ['all spelled out',    { group: 'gateway.networking.k8s.io', kind: 'Gateway', namespace: 'infra', name: 'edge' },           'Gateway/infra/edge',             'two spellings of one thing are one key'],
    ['a section',          { name: 'edge', sectionName: 'https' },                                                              'Gateway/infra/edge/https',       'a listener is a parent of its own'],
    ['a port',             { name: 'edge', port: 8080 },                                                                        'Gateway/infra/edge:8080',        'so are all listeners of a port'],
    ['section and port',   { name: 'edge', sectionName: 'https', port: 8080 },                                                  'Gateway/infra/edge/https:8080',  'both may be named'],
    ['another namespace',  { name: 'edge', namespace: 'shop' },                                                                 'Gateway/shop/edge',              'it is said where it is another'],
    ['a ListenerSet',      { kind: 'ListenerSet', name: 'edge' },                                                               'ListenerSet/infra/edge',         'two kinds may share a name'],
    ['a Service',          { group: '', kind: 'Service', name: 'web' },                                                         'Service./infra/web',             'the core group is a group too'],
    ['an empty section',   { name: 'edge', sectionName: '' },                                                                   'Gateway/infra/edge',             'an empty text is none'],
  ]
  for (const [name, parentRef, key, because] of cases)
    it(`${name}: ${key}, because ${because}`, () => assert.equal(parentKey(parentRef, 'infra'), key))
})

const accepted = { type: 'Accepted', status: 'True' }
const metadata = { namespace: 'infra', name: 'web' }
const route = (parents: unknown, parentRefs: unknown = [{ name: 'edge' }]) => ({
  apiVersion: 'gateway.networking.k8s.io/v1',
  kind: 'HTTPRoute',
  metadata,
  spec: { parentRefs },
  status: { parents },
})
const entry = (controllerName: string, parentRef: Fields) => ({
  controllerName,
  parentRef,
  conditions: [accepted],
})

describe('The lists of Gateway API', () => {
  const addressesIn = (...given: Parameters<typeof addressedConditions>): readonly string[] =>
    addressedConditions(...given).map(formatAddress)

  it('tell parents apart by controller and by parent', () => {
    const object = route([entry('a.example/x', { name: 'edge' }), entry('b.example/y', { name: 'edge' })])
    assert.deepEqual(addressesIn(object, routeLists), [
      'parents[a.example/x|Gateway/infra/edge]:Accepted',
      'parents[b.example/y|Gateway/infra/edge]:Accepted',
    ])
  })

  it('tell listeners apart by name, beside the conditions of the Gateway itself', () => {
    const status = {
      conditions: [accepted],
      listeners: [{ name: 'https', conditions: [accepted] }, { conditions: [accepted] }],
    }
    const object = { apiVersion: 'gateway.networking.k8s.io/v1', kind: 'Gateway', metadata, status }
    assert.deepEqual(addressesIn(object, gatewayLists), ['Accepted', 'listeners[https]:Accepted'])
  })

  it('tell ancestors apart by controller and by ancestor', () => {
    const ancestors = [
      { controllerName: 'a.example/x', ancestorRef: { name: 'edge' }, conditions: [accepted] },
    ]
    const object = {
      apiVersion: 'gateway.networking.k8s.io/v1',
      kind: 'BackendTLSPolicy',
      metadata,
      status: { ancestors },
    }
    assert.deepEqual(addressesIn(object, policyLists), ['ancestors[a.example/x|Gateway/infra/edge]:Accepted'])
  })

  type Case = [name: string, object: ReturnType<typeof route>, meant: readonly string[], because: string]
  const [edge, inner] = [{ name: 'edge' }, { name: 'inner' }]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['answered by one',       route([entry('a.example/x', edge)]),                  ['parents[a.example/x|Gateway/infra/edge]:Accepted'],                                      'an entry answers for its parent, whoever wrote it'],
    ['one unanswered',        route([entry('a.example/x', edge)], [edge, inner]),   ['parents[a.example/x|Gateway/infra/edge]:Accepted', 'parents[Gateway/infra/inner]:Accepted'], 'what the spec asks for and nobody wrote is named'],
    ['nothing reported',      route(undefined),                                     ['parents[Gateway/infra/edge]:Accepted'],                                                  'absence is said'],
    ['no parents in the spec', route([entry('a.example/x', edge)], undefined),      ['parents[a.example/x|Gateway/infra/edge]:Accepted'],                                      'what is there is meant'],
  ]
  for (const [name, object, meant, because] of cases)
    it(`a bare type means every parent: ${name}, because ${because}`, () =>
      assert.deepEqual(meantAddresses(object, 'Accepted', routeLists).map(formatAddress), meant))
})
