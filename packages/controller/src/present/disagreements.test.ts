import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Condition } from '@sitrep/conditions'
import { type ComparedCondition, Disagreements } from './disagreements.ts'

const ready = (status: Condition['status'], message = ''): Condition => ({
  type: 'Ready',
  status,
  reason: `Is${status}`,
  message,
})
const sides = (reported: Condition | undefined, computed: Condition, at?: string): ComparedCondition[] => [
  { at, type: 'Ready', reported, computed },
]
const ref = (name: string) => ({ group: 'g', kind: 'Machine', namespace: 'x', name })

describe('Disagreements', () => {
  it('count once both sides have been unchanged for half a minute', () => {
    const disagreements = new Disagreements()
    disagreements.compare(ref('a'), { compared: sides(ready('True'), ready('False')), now: 0 })
    assert.deepEqual(disagreements.counts(29_999), [])
    assert.deepEqual(
      disagreements.counts(30_000).map(({ kind, type, count }) => [kind, type, count]),
      [['Machine', 'Ready', 1]],
    )
  })

  it('begin anew when either side says something else', () => {
    const disagreements = new Disagreements()
    disagreements.compare(ref('a'), { compared: sides(ready('True'), ready('False')), now: 0 })
    disagreements.compare(ref('a'), {
      compared: sides(ready('True'), ready('False', 'now with a cause')),
      now: 20_000,
    })
    assert.deepEqual(disagreements.counts(40_000), [])
    assert.equal(disagreements.counts(50_000).length, 1)
  })

  it('are over when both say the same, or the object is gone', () => {
    const disagreements = new Disagreements()
    for (const name of ['a', 'b'])
      disagreements.compare(ref(name), { compared: sides(ready('True'), ready('False')), now: 0 })
    disagreements.compare(ref('a'), { compared: sides(ready('False'), ready('False')), now: 1 })
    disagreements.forget(ref('b'))
    assert.deepEqual(disagreements.counts(60_000), [])
  })

  it('times and generations are not disagreed upon', () => {
    const disagreements = new Disagreements()
    const reported = { ...ready('True'), observedGeneration: 1 }
    const computed = { ...ready('True'), lastTransitionTime: '2026-01-01T00:00:00Z' }
    disagreements.compare(ref('a'), { compared: sides(reported, computed), now: 0 })
    assert.deepEqual(disagreements.counts(60_000), [])
  })

  it('show three examples and the number of all', () => {
    const disagreements = new Disagreements()
    for (const name of ['a', 'b', 'c', 'd'])
      disagreements.compare(ref(name), { compared: sides(undefined, ready('False')), now: 0 })
    const [count] = disagreements.counts(60_000)
    assert.equal(count?.count, 4)
    assert.deepEqual(
      count?.examples.map((example) => example.ref.name),
      ['a', 'b', 'c'],
    )
  })

  it('are told apart by entry and counted by list', () => {
    const disagreements = new Disagreements()
    const compared = ['listeners[a]', 'listeners[b]'].flatMap((at) =>
      sides(ready('True'), ready('False'), at),
    )
    disagreements.compare(ref('a'), { compared, now: 0 })
    const [count] = disagreements.counts(60_000)
    assert.deepEqual([count?.type, count?.count], ['listeners[*]:Ready', 2])
    assert.deepEqual(
      count?.examples.map(({ type }) => type),
      ['listeners[a]:Ready', 'listeners[b]:Ready'],
    )
  })
})
