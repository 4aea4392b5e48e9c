import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dataPlaneReportKind } from '@sitrep/gateway-api/kinds'
import { gateway, gatewayClass, route } from '@sitrep/gateway-api/testing'
import type { KubeObject } from '@sitrep/status'
import { MemoryWorld } from '../plan/memory-world.testing.ts'
import { defaultTimings } from '../scenario/defaults.ts'
import { faults } from './kinds.ts'

const accepted = [{ type: 'Accepted', status: 'True' }]
const taken = { ...gatewayClass(), status: { conditions: accepted } }
const annotated = (object: KubeObject, annotations: Readonly<Record<string, string>>): KubeObject => ({
  ...object,
  metadata: { ...object.metadata, annotations },
})
const after = (seconds: number, ...objects: readonly KubeObject[]): unknown =>
  opened(...objects)
    .run(seconds)
    .world.get({ ...dataPlaneReportKind, namespace: 'infra', name: 'edge' })?.status
const opened = (...objects: readonly KubeObject[]): MemoryWorld =>
  new MemoryWorld({ timings: { ...defaultTimings, dataPlaneMs: 2_000, variation: 0 } }).add(...objects)

const address = [{ type: 'Hostname', value: 'edge.infra.localhost' }]
const bound = [{ name: 'web', bound: true, probed: true }]
const nothing = { addresses: [], listeners: [], generations: {} }
const one = { 'Gateway/infra/edge': 1 }
const fixed = gateway({ addresses: [{ type: 'IPAddress', value: '127.0.0.9' }] })

type Case = [name: string, told: unknown, expected: unknown, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['a class that nobody has taken',   after(5, gatewayClass(), gateway()),                                         undefined,                                                           'it has no data plane'],
  ['at once',                         after(1, taken, gateway()),                                                  nothing,                                                             'it takes a while'],
  ['after a while',                   after(5, taken, gateway()),                                                  { addresses: address, listeners: bound, generations: one },          'it has taken over what was asked for'],
  ['with a route',                    after(5, taken, gateway(), route()),                                         { addresses: address, listeners: bound, generations: { ...one, 'HTTPRoute/shop/cart': 1 } }, 'the route is in force too'],
  ['with a route of another',         after(5, taken, gateway(), route({ parentRefs: [{ name: 'edge' }] })),       { addresses: address, listeners: bound, generations: one },          'that one leads to its own namespace'],
  ['an address that was asked for',   after(5, taken, fixed),                                                      { addresses: [{ type: 'IPAddress', value: '127.0.0.9' }], listeners: bound, generations: one }, 'it is taken as it was asked for'],
  ['a port that is taken',            after(5, taken, annotated(gateway(), { [faults.ports]: '80' })),             { addresses: address, listeners: [{ name: 'web', bound: false, probed: false, portUnavailable: true }], generations: one }, 'somebody wanted this fault'],
  ['no room',                         after(5, taken, annotated(gateway(), { [faults.resources]: 'full' })),       { ...nothing, noResources: 'full' },                                 'somebody wanted this fault'],
]

describe('The data plane of a Gateway tells', () => {
  for (const [name, told, expected, because] of cases)
    it(`${name}, because ${because}`, () => assert.deepEqual(told, expected))

  it('nothing any more when its Gateway is gone', () => {
    const world = opened(taken, gateway()).run(5)
    world.remove({ group: 'gateway.networking.k8s.io', kind: 'Gateway', namespace: 'infra', name: 'edge' })
    assert.deepEqual(world.run(1).world.list(dataPlaneReportKind), [])
  })
})
