import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { families } from '../families.testing.ts'
import { reportedConditions } from './reported-conditions.ts'

const ready = { type: 'Ready', status: 'True', reason: 'Up', message: '' }
const object = (status: unknown, over: object = {}): unknown => ({
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { name: 'w', generation: 4 },
  status,
  ...over,
})
const route = (parents: readonly unknown[]): unknown => ({
  apiVersion: 'gateway.networking.k8s.io/v1',
  kind: 'HTTPRoute',
  metadata: { name: 'r', namespace: 'prod', generation: 1 },
  spec: { parentRefs: [{ name: 'a' }, { name: 'b' }] },
  status: { parents },
})
const parent = (name: string, status: string): unknown => ({
  parentRef: { name },
  conditions: [{ type: 'Accepted', status, reason: 'x', observedGeneration: 1 }],
})

type Case = [name: string, object: unknown, type: string, says: readonly string[], because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['no object',                undefined,                                                                      'Ready',    [],                              'there is nothing to read'],
  ['no such type',             object({ conditions: [ready] }),                                                'Healthy',  [],                              'it is not reported'],
  ['no generation said',       object({ conditions: [ready] }),                                                'Ready',    ['True unsaid'],                 'nobody says which spec it is about'],
  ['its own generation',       object({ conditions: [{ ...ready, observedGeneration: 4 }] }),                  'Ready',    ['True current'],                'it is about the present spec'],
  ['an older generation',      object({ conditions: [{ ...ready, observedGeneration: 3 }] }),                  'Ready',    ['True outdated 3'],             'the spec has changed since'],
  ['that of the status',       object({ observedGeneration: 4, conditions: [ready] }),                         'Ready',    ['True current'],                'the status speaks for its conditions'],
  ['an older status',          object({ observedGeneration: 2, conditions: [{ ...ready, observedGeneration: 4 }] }), 'Ready', ['True outdated 2'],           'behind at either level is behind'],
  ['zero',                     object({ conditions: [{ ...ready, observedGeneration: 0 }] }),                  'Ready',    ['True unsaid'],                 'that is how Go writes none'],
  ['a generation it never had', object({ observedGeneration: 9, conditions: [ready] }),                        'Ready',    ['True outdated 9'],             'it is about another object'],
  ['other letters',            object({ conditions: [ready] }),                                                'ready',    ['True unsaid'],                 'people type as kubectl wait lets them'],
  ['an empty status',          object({ conditions: [{ ...ready, status: '' }] }),                             'Ready',    ['Unknown unsaid'],              'nothing said is nothing known'],
  ['two parents',              route([parent('a', 'True'), parent('b', 'False')]),                             'Accepted', ['True current', 'False current'], 'each parent has a word'],
  ['a parent of long ago',     route([parent('a', 'True'), parent('gone', 'False')]),                          'Accepted', ['True current'],                'it is not declared any more'],
  ['only in the older list',   object({ conditions: [ready], v1beta2: { conditions: [{ type: 'Available', status: 'True' }] } }), 'Ready', ['True unsaid'],  'the newer list does not have it'],
]

describe('The conditions that an object reports', () => {
  for (const [name, given, type, says, because] of cases) {
    it(`${name}: ${says.join(', ') || 'nothing'}, because ${because}`, () => {
      const found = reportedConditions(given, families).find(type)
      assert.deepEqual(
        found.map(({ status, freshness, about }) =>
          [status, freshness, ...(freshness === 'outdated' ? [about] : [])].join(' '),
        ),
        says,
      )
    })
  }

  it('names parents that nobody has reported on', () => {
    assert.deepEqual(reportedConditions(route([parent('a', 'True')]), families).unreported, [
      'nothing is reported about parent b',
    ])
  })

  it('tells the good answer only where it is known', () => {
    const { polarityOf } = reportedConditions(object({}), families)
    assert.deepEqual(['Ready', 'Degraded', 'Frobnication'].map(polarityOf), [
      'positive',
      'negative',
      undefined,
    ])
  })
})
