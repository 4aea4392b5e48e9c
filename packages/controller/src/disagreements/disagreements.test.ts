import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Condition } from '@sitrep/conditions'
import { Disagreements } from './disagreements.ts'

const ready = (status: Condition['status'], message = ''): readonly Condition[] => [
  { type: 'Ready', status, reason: `Is${status}`, message },
]
const ref = (name: string) => ({ group: 'g', kind: 'Machine', namespace: 'x', name })
const types = ['Ready']

describe('Disagreements', () => {
  it('count once both sides have been unchanged for half a minute', () => {
    const disagreements = new Disagreements()
    disagreements.compare(ref('a'), { types, reported: ready('True'), computed: ready('False'), now: 0 })
    assert.deepEqual(disagreements.counts(29_999), [])
    assert.deepEqual(
      disagreements.counts(30_000).map(({ kind, type, count }) => [kind, type, count]),
      [['Machine', 'Ready', 1]],
    )
  })

  it('begin anew when either side says something else', () => {
    const disagreements = new Disagreements()
    disagreements.compare(ref('a'), { types, reported: ready('True'), computed: ready('False'), now: 0 })
    disagreements.compare(ref('a'), {
      types,
      reported: ready('True'),
      computed: ready('False', 'now with a cause'),
      now: 20_000,
    })
    assert.deepEqual(disagreements.counts(40_000), [])
    assert.equal(disagreements.counts(50_000).length, 1)
  })

  it('are over when both say the same, or the object is gone', () => {
    const disagreements = new Disagreements()
    for (const name of ['a', 'b'])
      disagreements.compare(ref(name), { types, reported: ready('True'), computed: ready('False'), now: 0 })
    disagreements.compare(ref('a'), { types, reported: ready('False'), computed: ready('False'), now: 1 })
    disagreements.forget(ref('b'))
    assert.deepEqual(disagreements.counts(60_000), [])
  })

  it('times and generations are not disagreed upon', () => {
    const disagreements = new Disagreements()
    const [condition] = ready('True') as [Condition]
    disagreements.compare(ref('a'), {
      types,
      reported: [{ ...condition, observedGeneration: 1 }],
      computed: [{ ...condition, lastTransitionTime: '2026-01-01T00:00:00Z' }],
      now: 0,
    })
    assert.deepEqual(disagreements.counts(60_000), [])
  })

  it('show three examples and the number of all', () => {
    const disagreements = new Disagreements()
    for (const name of ['a', 'b', 'c', 'd'])
      disagreements.compare(ref(name), { types, reported: [], computed: ready('False'), now: 0 })
    const [count] = disagreements.counts(60_000)
    assert.equal(count?.count, 4)
    assert.deepEqual(
      count?.examples.map((example) => example.ref.name),
      ['a', 'b', 'c'],
    )
  })
})
