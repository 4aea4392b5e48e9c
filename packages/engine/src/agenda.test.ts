import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Agenda, type Rechecked } from './agenda.ts'

const waiting = (...instants: readonly number[]): { agenda: Agenda<Rechecked>; items: Rechecked[] } => {
  const agenda = new Agenda<Rechecked>()
  const items = instants.map(() => ({ recheckAt: Number.POSITIVE_INFINITY, place: 0 }))
  instants.forEach((at, index) => {
    const item = items[index]
    if (item !== undefined) agenda.set(item, at)
  })
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
    agenda.set(first, 10)
    assert.deepEqual(agenda.due(25), items.slice(0, 3))
    assert.deepEqual(agenda.due(25), [])
  })

  it('takes out no more than is asked for, the earliest first, and the others later', () => {
    const { agenda, items } = waiting(20, 10, 20, 20, 30)
    assert.deepEqual(agenda.due(25, 2), [items[1], items[3]])
    assert.equal(agenda.next, 20)
    assert.deepEqual(agenda.due(25, 0), [])
    assert.deepEqual(agenda.due(25, 9), [items[0], items[2]])
    assert.equal(agenda.next, 30)
  })

  it('forgets an instant that nobody waits for any more', () => {
    const { agenda, items } = waiting(10, 10, 30)
    for (const item of items.slice(0, 2)) agenda.set(item, 40)
    assert.equal(agenda.next, 30)
  })

  it('keeps an instant that one of many still waits for', () => {
    const { agenda, items } = waiting(10, 10, 10)
    const [first, , last] = items as [Rechecked, Rechecked, Rechecked]
    agenda.set(last, 40)
    agenda.set(first, Number.POSITIVE_INFINITY)
    assert.equal(agenda.next, 10)
    assert.deepEqual(agenda.due(10), [items[1]])
  })

  it('holds nobody who does not wait, however far away the instant is', () => {
    const { agenda, items } = waiting(...Array.from({ length: 1_000 }, (_, at) => 1e12 + (at % 7)))
    for (const item of items.slice(10)) agenda.set(item, Number.POSITIVE_INFINITY)
    assert.equal(agenda.size, 10)
    assert.deepEqual(new Set(agenda.due(2e12)), new Set(items.slice(0, 10)))
  })

  it('finds everybody at the right instant after many changes of mind', () => {
    const { agenda, items } = waiting(...Array.from({ length: 50 }, (_, at) => at))
    // Numbers that look like chance, and are the same each time.
    for (let turn = 0; turn < 20_000; turn++) {
      const item = items[(turn * 7919) % items.length]
      if (item !== undefined) agenda.set(item, (turn * 104_729) % 3_001)
    }
    for (let now = 0; now <= 3_001; now++) {
      const expected = items.filter((item) => item.recheckAt === now)
      assert.deepEqual(new Set(agenda.due(now)), new Set(expected))
    }
    assert.equal(agenda.size, 0)
  })

  it('has nothing to do with what time never changes', () => {
    const { agenda } = waiting(Number.POSITIVE_INFINITY)
    assert.equal(agenda.next, undefined)
  })
})
