import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turnOfLoop } from 'node:timers/promises'
import { type Turn, type TurnPart, Turns } from './turns.ts'

const longerThanSliceMs = 15

/** Holds the process, as work does. */
function work(milliseconds: number): void {
  const begun = performance.now()
  while (performance.now() - begun < milliseconds);
}

interface Setting {
  readonly turn: (number: number) => Turn
  readonly more?: (turns: number) => boolean
  readonly restMs?: (lastTurnMs: number) => number
}

function setUp({ turn, more = () => false, restMs = () => 0 }: Setting) {
  let begun = 0
  const held: TurnPart[] = []
  const errors: unknown[] = []
  const turns = new Turns({
    begin: () => turn(++begun),
    more: () => more(begun),
    restMs,
    onHeld: (part) => held.push(part),
    onError: (error) => errors.push(error),
  })
  const ended = async (): Promise<void> => {
    while (turns.busy) await turnOfLoop()
  }
  return { turns, held, errors, ended, begun: () => begun }
}

function* nothing(): Turn {}

describe('A turn', () => {
  it('lets others have theirs when it takes long', async () => {
    const seen: string[] = []
    const { turns, held, ended } = setUp({
      *turn() {
        for (const step of ['first', 'second', 'third']) {
          work(longerThanSliceMs)
          seen.push(step)
          yield 'engine'
        }
      },
    })
    turns.schedule()
    for (let count = 0; count < 3; count++) {
      await turnOfLoop()
      seen.push('others')
    }
    await ended()
    assert.deepEqual(seen.slice(0, 5), ['first', 'others', 'second', 'others', 'third'])
    assert.deepEqual(held, ['engine', 'engine', 'engine'])
  })

  it('comes to its end at once when it takes little', async () => {
    const { turns, held } = setUp({
      *turn() {
        yield 'engine'
        yield 'publishing'
      },
    })
    turns.schedule()
    await turnOfLoop()
    assert.equal(turns.busy, false)
    assert.deepEqual(held, ['engine', 'publishing'])
  })

  it('is one, however often it is asked for', async () => {
    const { turns, ended, begun } = setUp({
      *turn() {
        turns.schedule()
        work(longerThanSliceMs)
        yield 'engine'
        turns.schedule()
      },
    })
    turns.schedule()
    turns.schedule()
    await ended()
    assert.equal(begun(), 1)
  })

  it('is followed by another one while there is more to do', async () => {
    const { turns, ended, begun } = setUp({ turn: nothing, more: (count) => count < 3 })
    turns.schedule()
    await ended()
    assert.equal(begun(), 3)
  })

  it('lets others go first for as long as is said, and no slice of it waits for them', async () => {
    const lasted: number[] = []
    const { turns, ended, begun } = setUp({
      *turn() {
        for (let step = 0; step < 3; step++) {
          work(longerThanSliceMs)
          yield 'engine'
        }
      },
      more: (count) => count < 2,
      restMs: (lastTurnMs) => {
        lasted.push(lastTurnMs)
        return 10
      },
    })
    const since = performance.now()
    turns.schedule()
    assert.equal(turns.rests, true)
    await ended()
    assert.deepEqual([begun(), lasted.length, lasted[0], turns.rests], [2, 2, 0, false])
    assert.ok((lasted[1] ?? 0) >= 3 * longerThanSliceMs)
    // A timer may come a moment early.
    assert.ok(performance.now() - since >= 2 * 3 * longerThanSliceMs + 18)
  })

  it('begins at once when those who went first are done', async () => {
    const { turns, ended, begun } = setUp({ turn: nothing, restMs: () => 60_000 })
    turns.schedule()
    assert.equal(turns.rests, true)
    turns.endRest()
    assert.equal(turns.rests, false)
    await ended()
    assert.equal(begun(), 1)
    turns.endRest()
    assert.equal(turns.busy, false)
  })

  it('that fails is told, and the next one begins anew', async () => {
    const { turns, errors, ended, begun } = setUp({
      *turn(number) {
        yield 'engine'
        if (number === 1) throw new RangeError('too deep')
      },
      more: (count) => count < 2,
    })
    turns.schedule()
    await ended()
    assert.deepEqual([errors.length, begun(), turns.underWay], [1, 2, false])
  })

  it('is not finished after the end', async () => {
    const seen: string[] = []
    const { turns } = setUp({
      *turn() {
        work(longerThanSliceMs)
        seen.push('first')
        yield 'engine'
        seen.push('second')
      },
    })
    turns.schedule()
    await turnOfLoop()
    turns.stop()
    turns.schedule()
    await turnOfLoop()
    assert.deepEqual([seen, turns.busy], [['first'], false])
  })
})
