import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { manualTiming } from './timing.testing.ts'
import { ClockWatch } from './timing.ts'

type Case = [name: string, jumps: readonly number[], set: readonly boolean[], because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['left alone',         [0, 0],        [false, false], 'time goes by on both'],
  ['set back',           [-275_000, 0], [true, false],  'it is noticed once'],
  ['set ahead',          [275_000, 0],  [true, false],  'it is noticed once'],
  ['set there and back', [5_000, -5_000], [true, true], 'each is one more'],
  ['put right a little', [600, 600],    [false, false], 'that happens all the time'],
]

describe('A clock that somebody may set', () => {
  for (const [name, jumps, set, because] of cases)
    it(`${name}: ${set.join(', then ')}, because ${because}`, async () => {
      const timing = manualTiming(Date.parse('2026-01-01T00:00:00Z'))
      const watch = new ClockWatch(timing)
      const noticed: boolean[] = []
      for (const byMs of jumps) {
        await timing.advance(90_000, 30_000)
        timing.jump(byMs)
        noticed.push(watch.wasSet())
      }
      assert.deepEqual(noticed, set)
    })
})
