import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { KubeObject } from '@sitrep/status'
import { like, Sharing } from './sharing.ts'

const at = (second: number): string => `2026-01-01T00:00:0${second}Z`

const machine = (name: string, second: number): KubeObject => ({
  apiVersion: 'example.org/v1',
  kind: 'Machine',
  metadata: { name, labels: { team: 'blue' }, ownerReferences: [{ kind: 'Set', name: 'a', uid: 'a' }] },
  spec: { template: { image: 'one' } },
  status: { conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: at(second) }], node: { name } },
})

describe('Sharing', () => {
  it('keeps what two objects of a kind have in common once, and changes neither', () => {
    const sharing = new Sharing()
    const [first, second] = [machine('a', 1), machine('b', 2)]
    const text = JSON.stringify([first, second])
    const [a, b] = [sharing.object(first), sharing.object(second)]
    assert.equal(JSON.stringify([a, b]), text)
    // Neither has gained a name without a value: these conditions say no reason and no message.
    assert.deepEqual([a, b], [machine('a', 1), machine('b', 2)])
    assert.equal(JSON.stringify([first, second]), text)
    assert.equal(a.metadata.labels, b.metadata.labels)
    assert.equal(a.metadata.ownerReferences, b.metadata.ownerReferences)
    assert.equal(a.spec, b.spec)
    assert.notEqual(a.status, b.status)
  })

  type Case = [name: string, value: unknown, model: unknown, is: 'model' | 'value', because: string]
  const shared = { b: [1, { c: 2 }] }

  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly Case[] = [
    ['equal',             { a: 1, b: 2 },                   { a: 1, b: 2 },                'model', 'nothing differs'],
    ['in another order',  { a: 1, b: 2 },                   { b: 2, a: 1 },                'value', 'that is other bytes'],
    ['nothing said',      { a: 1, b: undefined },           { a: 1 },                      'model', 'a name without a value is none'],
    ['one less',          { a: 1 },                         { a: 1, b: 2 },                'value', 'what is gone stays gone'],
    ['one more',          { a: 1, b: 2 },                   { a: 1 },                      'value', 'what came is there'],
    ['another sort',      [],                               {},                            'value', 'a list is no map'],
    ['a shorter list',    { b: [1] },                       shared,                        'value', 'what is gone stays gone'],
    ['a null',            { a: null },                      { a: {} },                     'value', 'null is no map'],
    ['everybody’s name',  JSON.parse('{"__proto__":{}}'),   {},                            'value', 'it is a name like any other'],
    ['conditions in another order', { conditions: [{ type: 'B' }, { type: 'A' }] }, { conditions: [{ type: 'A' }, { type: 'B' }] }, 'value', 'a list has an order'],
    ['conditions of one time', { conditions: [{ type: 'A', lastTransitionTime: at(1) }] }, { conditions: [{ type: 'A', lastTransitionTime: at(1) }] }, 'model', 'nothing differs'],
    ['an odd condition',  { conditions: [{ type: 'A' }, 7] }, { conditions: [{ type: 'A' }, { type: 'B' }] }, 'value', 'what is foreign stays'],
  ]
  for (const [name, value, model, is, because] of cases)
    it(`${name}: gives the ${is}, because ${because}`, () => {
      const before = JSON.stringify([value, model])
      const result = like(value, model)
      assert.equal(JSON.stringify(result), JSON.stringify(is === 'model' ? model : value))
      if (is === 'model') assert.equal(result, model)
      assert.equal(JSON.stringify([value, model]), before)
    })
})
