import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createEngine, type Engine } from './engine.ts'
import { family, leafKind, leafObject, refTo, rootObject } from './family.testing.ts'
import { Forms } from './forms.ts'
import type { Slot } from './graph.ts'
import { OpenSlots } from './open-slots.ts'

const now = '2026-01-01T00:00:00Z'
const names = ['l1', 'l2', 'l3', 'l4']

function engineWith(keptOpen: number): Engine {
  const engine = createEngine(family, { keptOpen })
  const leaves = names.map((name) => ({ object: leafObject(name, { healthy: true }) }))
  engine.apply([{ kind: 'every', read: true }, { object: rootObject() }, ...leaves], now)
  return engine
}

describe('Objects that do not lie open', () => {
  it('are the same to the byte as those that do', () => {
    const [open, closed] = [engineWith(100), engineWith(0)]
    assert.equal(JSON.stringify([...closed.objects()]), JSON.stringify([...open.objects()]))
    for (const name of names) {
      const ref = refTo(leafKind, name)
      assert.equal(JSON.stringify(closed.object(ref)), JSON.stringify(open.object(ref)))
      assert.deepEqual(closed.claims(ref), open.claims(ref))
    }
  })

  it('are explained as those that do', () => {
    const [open, closed] = [engineWith(100), engineWith(0)]
    for (const engine of [open, closed]) {
      const ill = names.map((name) => ({ object: leafObject(name, { healthy: false }) }))
      engine.apply(ill, '2026-01-01T00:00:10Z')
      engine.apply([{ object: rootObject({ frozen: true }) }], '2026-01-01T00:00:20Z')
    }
    for (const name of names) {
      const ref = refTo(leafKind, name)
      const explained = closed.explain(ref, 'Healthy')
      assert.notEqual(explained, undefined)
      assert.deepEqual(explained, open.explain(ref, 'Healthy'))
    }
  })

  it('are one object where nothing is laid over what is reported', () => {
    const engine = engineWith(0)
    for (const { object } of [...engine.objects(leafKind)]) engine.apply([{ object }], now)
    for (const { object, reported } of engine.objects(leafKind)) assert.equal(object, reported)
  })

  it('change nothing by being told again', () => {
    const engine = engineWith(0)
    const again = [...engine.objects()].map(({ reported }) => ({ object: structuredClone(reported) }))
    assert.deepEqual(engine.apply(again, now), [])
  })

  it('are the same object in one call after the other as long as few of them are looked at', () => {
    const engine = engineWith(100)
    assert.equal(engine.object(refTo(leafKind, 'l1')), engine.object(refTo(leafKind, 'l1')))
  })

  it('are closed a little at a time by a turn that looked at many of them', () => {
    const engine = createEngine(family, { keptOpen: 0 })
    const many = Array.from({ length: 1_000 }, (_, at) => ({
      object: leafObject(`l${at}`, { healthy: true }),
    }))
    engine.apply([{ kind: 'every', read: true }, { object: rootObject() }, ...many], now)
    const steps = engine.applyInSteps([{ object: rootObject({ frozen: true }) }], now)
    let looked = 0
    for (let step = steps.next(); step.done !== true; step = steps.next()) looked++
    // Each leaf hears of its root: ten in a step are looked at, and fifty in a step are closed.
    assert.ok(looked >= 1_000 / 10 + 1_000 / 50, `${looked} steps`)
  })
})

describe('Places that lie open', () => {
  function setUp(keptOpen: number) {
    const folded: string[] = []
    const place = (name: string) => ({
      noted: 'nowhere',
      closedAt: 0,
      empty: false,
      table: { forms: new Forms() },
      fold: () => folded.push(name),
    })
    const open = new OpenSlots(keptOpen)
    const turn = (...opened: readonly unknown[]): void => {
      open.beginTurn()
      for (const each of opened) open.opened(each as Slot)
      for (const _step of open.endTurn());
    }
    const crowd = (prefix: string, size: number) =>
      Array.from({ length: size }, (_, at) => place(`${prefix}-${at}`))
    return { open, folded, place, turn, crowd }
  }

  it('stay so among many others once somebody came back to them soon', () => {
    const { folded, place, turn, crowd } = setUp(10_000)
    const [known, once] = [place('known'), place('once')]
    turn(known, ...crowd('a', 600))
    assert.equal(folded.includes('known'), true)
    turn(known, once, ...crowd('b', 600))
    assert.equal(folded.filter((name) => name === 'known').length, 1)
    assert.equal(folded.includes('once'), true)
  })

  it('are like any other where somebody comes back after very many others', () => {
    const { folded, place, turn, crowd } = setUp(1_000)
    const known = place('known')
    turn(known, ...crowd('a', 600))
    turn(...crowd('b', 1_600))
    turn(known, ...crowd('c', 600))
    assert.equal(folded.filter((name) => name === 'known').length, 2)
  })

  it('are not closed for the sake of those whose objects are gone', () => {
    const { open, folded, place, turn } = setUp(2)
    const [first, gone, last, one] = ['first', 'gone', 'last', 'one more'].map(place)
    turn(first, gone)
    if (gone !== undefined) gone.empty = true
    open.changed(gone as unknown as Slot)
    turn(last)
    assert.deepEqual(folded, [])
    turn(one)
    assert.deepEqual(folded, ['first'])
  })
})
