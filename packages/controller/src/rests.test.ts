import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turnOfLoop } from 'node:timers/promises'
import { Background } from './faults.ts'
import { Rests } from './rests.ts'

type Case = [turnMs: number, undecided: number, restMs: number, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  [5,      0, 0,     'nobody has waited for long'],
  [200,    0, 200,   'writes have as much time as the turn has had'],
  [20_000, 0, 1_000, 'what has arrived waits too'],
  [50,     1, 50,    'that is no longer than what is looked for may wait'],
  [20_000, 1, 100,   'what is still looked for may change what would be written'],
]

describe('A rest between turns', () => {
  for (const [turnMs, undecided, restMs, because] of cases)
    it(`is ${restMs} ms after ${turnMs} ms with ${undecided} undecided, because ${because}`, () => {
      const rests = new Rests(new Background(), { idle: async () => {}, onIdle: () => {} })
      assert.equal(rests.msAfter(turnMs, undecided), restMs)
    })

  it('ends when nothing is to be written any more, told once for several rests', async () => {
    const ends: (() => void)[] = []
    let told = 0
    const idle = (): Promise<void> => new Promise((resolve) => ends.push(resolve))
    const rests = new Rests(new Background(), { idle, onIdle: () => told++ })
    rests.msAfter(100, 0)
    rests.msAfter(100, 0)
    assert.equal(ends.length, 1)
    ends[0]?.()
    await turnOfLoop()
    assert.equal(told, 1)
    rests.msAfter(100, 0)
    assert.equal(ends.length, 2)
  })
})
