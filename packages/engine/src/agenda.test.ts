import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Agenda, type Rechecked } from './agenda.ts'

const waiting = (...instants: readonly number[]): { agenda: Agenda<Rechecked>; items: Rechecked[] } => {
  const agenda = new Agenda<Rechecked>()
  const items = instants.map((recheckAt) => ({ recheckAt }))
  for (const item of items) agenda.add(item)
  return { agenda, items }
}

describe('an agenda', () => {
  it('names the earliest of all instants, whatever their order', () => {
    const { agenda } = waiting(50, 20, 90, 20, 70, 10, 60)
    const taken = [10, 20, 50, 60, 70, 90].map((now) => [agenda.next, agenda.due(now).length])
    assert.deepEqual(taken, [
      [10, 1],
      [20, 2],
      [50, 1],
      [60, 1],
      [70, 1],
      [90, 1],
    ])
    assert.equal(agenda.next, undefined)
  })

  it('takes out all that is due at once, and each of it once', () => {
    const { agenda, items } = waiting(10, 20, 20, 30)
    const [first] = items as [Rechecked]
    agenda.add(first)
    assert.deepEqual(agenda.due(25), items.slice(0, 3))
    assert.deepEqual(agenda.due(25), [])
  })

  it('forgets an instant that nobody waits for any more', () => {
    const { agenda, items } = waiting(10, 10, 30)
    for (const item of items.slice(0, 2)) item.recheckAt = 40
    assert.equal(agenda.next, 30)
  })

  it('keeps an instant that one of many still waits for', () => {
    const { agenda, items } = waiting(10, 10, 10)
    const [first, , last] = items as [Rechecked, Rechecked, Rechecked]
    last.recheckAt = 40
    first.recheckAt = Number.POSITIVE_INFINITY
    assert.equal(agenda.next, 10)
    assert.deepEqual(agenda.due(10), [items[1]])
  })

  it('has nothing to do with what time never changes', () => {
    const { agenda } = waiting(Number.POSITIVE_INFINITY)
    assert.equal(agenda.next, undefined)
  })
})
