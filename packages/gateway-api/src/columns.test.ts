import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compileJsonPath } from '@sitrep/api-server/jsonpath'
import { type KubeObject, kindKey, refOf, severalText } from '@sitrep/status'
import { gatewayApi } from './gateway-api.ts'
import { endpoints, gateway, gatewayClass, listener, report, route, service, worldOf } from './testing.ts'

const { definitions } = gatewayApi({ profile: 'released' })
const inner = gateway(
  { listeners: [listener({ name: 'own', port: 81, allowedRoutes: {} })] },
  { name: 'inner' },
)
const edge = gateway({ listeners: [listener(), listener({ name: 'more', port: 8080 })] })
const to = (...names: readonly string[]) => ({
  parentRefs: names.map((name) => ({ name, namespace: 'infra' })),
})
const set: KubeObject = {
  apiVersion: 'gateway.networking.k8s.io/v1',
  kind: 'ListenerSet',
  metadata: { name: 'extra', namespace: 'shop', generation: 1 },
  spec: { parentRef: { name: 'edge', namespace: 'infra' }, listeners: [listener({ name: 'x', port: 82 })] },
}

/** What the columns of an object show in a world. */
function shown(object: KubeObject): readonly string[] {
  const objects = [
    gatewayClass(),
    edge,
    inner,
    service(),
    endpoints(),
    set,
    report({ 'Gateway/infra/edge': 2 }),
  ]
  const world = worldOf([...objects, ...(objects.includes(object) ? [] : [object])])
  const ref = refOf(object)
  const computed = JSON.parse(JSON.stringify(world.engine.object(ref)))
  const columns = definitions.find(
    ({ kind }) => typeof kind === 'object' && 'kind' in kind && kindKey(kind) === kindKey(ref),
  )?.columns
  return (columns ?? [])
    .filter(({ type }) => type !== 'date')
    .map(({ name, jsonPath, several }) => {
      const values = compileJsonPath(jsonPath)(computed).map(String)
      return `${name}: ${several === undefined ? (values[0] ?? '') : severalText(values, several)}`
    })
}

describe('what columns show', () => {
  type Case = readonly [name: string, object: KubeObject, cells: readonly string[], because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly Case[] = [
    ['a class',               gatewayClass(),                                      ['Controller: sitrep.dev/gateway-controller', 'Accepted: True', 'Description: '],                     'who serves it, and whether'],
    ['a Gateway',             edge,                                                ['Class: ours', 'Address: 127.0.0.2', 'Ports: 80,8080', 'Programmed: True', 'Accepted: True', 'Routes: 0,0'], 'where it can be reached, and on which ports'],
    ['a Gateway that waits',  inner,                                               ['Class: ours', 'Address: ', 'Ports: 81', 'Programmed: Unknown', 'Accepted: True', 'Routes: 0'],       'no data plane has told of it'],
    ['one parent',            route({ ...to('edge'), hostnames: ['a.test'] }),     ['Hostnames: a.test',     'Parent Refs: edge', 'Accepted: True', 'Resolved: True'],                      'one speaks for all'],
    ['parents at odds',       route(to('edge', 'inner')),                          ['Hostnames: ', 'Parent Refs: edge,inner', 'Accepted: Partial', 'Resolved: True'],                       'one takes it, the other does not'],
    ['parents that refuse',   route(to('inner')),                                  ['Hostnames: ', 'Parent Refs: inner', 'Accepted: False', 'Resolved: True'],                              'none takes it'],
    ['a parent of nobody',    route(to('gone')),                                   ['Hostnames: ', 'Parent Refs: gone', 'Accepted: Unknown', 'Resolved: Unknown'],                          'nobody has said anything'],
    ['a backend that is gone', route({ ...to('edge'), rules: [{ backendRefs: [{ name: 'gone', port: 1 }] }] }), ['Hostnames: ', 'Parent Refs: edge', 'Accepted: True', 'Resolved: False'], 'it is told apart from being accepted'],
    ['a set not invited',     set,                                                 ['Parent: edge', 'Accepted: False', 'Programmed: False'],                                                'its Gateway takes none'],
  ]
  for (const [name, object, cells, because] of cases) {
    it(`${name}: ${cells.join(', ')}, because ${because}`, () => assert.deepEqual(shown(object), cells))
  }
})
