import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Wanted } from '@sitrep/engine'
import { type Asked, Asking } from './asking.ts'

const nodes = (cluster: string): Wanted => ({ cluster, group: '', kind: 'Node' })

/** Holds the process, as going through very much does. */
function work(milliseconds: number): void {
  const begun = performance.now()
  while (performance.now() - begun < milliseconds);
}

function setUp(asked: Wanted[], takesMs = 0) {
  const engine = {
    asked,
    askedRevision: 1,
    kinds: [
      { group: 'g', kind: 'Lamp' },
      { group: 'g', kind: 'Found' },
    ],
    describedKinds: [{ group: 'g', kind: 'Found' }],
  }
  const passed: Asked[] = []
  const due = Promise.withResolvers<void>()
  const asking = new Asking({
    engine,
    onAsked: (all) => {
      work(takesMs)
      passed.push(all)
    },
    onDue: () => due.resolve(),
  })
  return { engine, passed, due: due.promise, asking }
}

describe('What the engine asks for', () => {
  it('is passed on once, sorted by where it is asked for', () => {
    const { passed, asking } = setUp([nodes(''), nodes('x/a')])
    asking.passOn()
    asking.passOn()
    assert.equal(passed.length, 1)
    const lamps = { cluster: '', group: 'g', kind: 'Lamp' }
    const found = { cluster: '', group: 'g', kind: 'Found', described: true }
    assert.deepEqual(passed[0], {
      all: [lamps, found, nodes(''), nodes('x/a')],
      own: [lamps, found, nodes('')],
      others: [nodes('x/a')],
    })
  })

  it('is passed on again at once where it is little', () => {
    const { engine, passed, asking } = setUp([nodes('x/a')], 2)
    asking.passOn()
    engine.askedRevision++
    asking.passOn()
    assert.equal(passed.length, 2)
    assert.equal(asking.waits, false)
  })

  it('is put off where it is much, and then passed on as it is by then', async () => {
    const { engine, passed, due, asking } = setUp(
      Array.from({ length: 1_000 }, (_, at) => nodes(`x/${at}`)),
      2,
    )
    asking.passOn()
    engine.askedRevision++
    asking.passOn()
    assert.deepEqual([passed.length, asking.waits], [1, true])
    engine.asked.push(nodes('x/new'))
    engine.askedRevision++
    asking.passOn()
    await due
    // Whoever is told may be in the middle of something, and asks when that is over.
    assert.deepEqual([asking.due, asking.waits], [true, true])
    asking.passOn()
    assert.deepEqual([passed.length, asking.due, asking.waits], [2, false, false])
    assert.deepEqual(passed[1]?.others.at(-1), nodes('x/new'))
  })

  it('is not passed on after the end', () => {
    const { engine, asking } = setUp(
      Array.from({ length: 1_000 }, (_, at) => nodes(`x/${at}`)),
      2,
    )
    asking.passOn()
    engine.askedRevision++
    asking.passOn()
    asking.stop()
    assert.equal(asking.waits, false)
  })
})
