import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { describeTable } from '@sitrep/conditions/testing'
import { found, missing, unreadable } from '@sitrep/status'
import { gatewayClass, route, worldOf } from '../testing.ts'
import { routeUnreported } from './rules.ts'
import type { ParentObserved } from './types.ts'

const parent = {
  group: 'gateway.networking.k8s.io',
  kind: 'Gateway',
  namespace: 'infra',
  name: 'edge',
  sectionName: undefined,
  port: undefined,
  namespaceGiven: true,
}
const edge = { namespace: 'infra', name: 'edge', className: 'theirs', listeners: [], refused: false }
const steady: ParentObserved = { parent, gateway: found(edge), controllerName: found('example.net/other') }

// biome-ignore format: the table is the specification; its columns stay aligned
describeTable('a route of which nothing is said at a parent:', { rules: routeUnreported, steady }, [
  ['a Service',           { parent: { ...parent, group: '', kind: 'Service' } },                          'absent', 'meshes are none of ours'],
  ['a Gateway elsewhere', { parent: { ...parent, group: 'example.com' } },                                'absent', 'a kind of another group is another kind'],
  ['no ListenerSet',      { parent: { ...parent, kind: 'ListenerSet' }, set: missing },                   'absent', 'nobody is there to report for'],
  ['no Gateway',          { gateway: missing },                                                           'absent', 'nobody is there to report for'],
  ['no class',            { controllerName: missing },                                                    'absent', 'nobody knows whose it is'],
  ['no look',             { gateway: unreadable('forbidden') },                                           'absent', 'nobody knows whose it is'],
  ['theirs',              {},                                                                             'absent', 'they report for themselves'],
])

describe('a route at a Gateway that does not exist', () => {
  it('tells which one, when somebody asks', () => {
    const world = worldOf([gatewayClass(), route()])
    const ref = { group: 'gateway.networking.k8s.io', kind: 'HTTPRoute', namespace: 'shop', name: 'cart' }
    const explained = world.engine.explain(ref, 'parents[Gateway/infra/edge]:Accepted')
    assert.equal(explained?.decision?.row?.words, 'its Gateway does not exist')
    assert.deepEqual(
      explained?.inputs.map((input) => [input.ref.kind, input.ref.name]),
      [['Gateway', 'edge']],
    )
  })
})
