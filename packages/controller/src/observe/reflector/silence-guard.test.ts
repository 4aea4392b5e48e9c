import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { manualTiming } from '../../timing.testing.ts'
import { guardAgainstSilence } from './silence-guard.ts'

const silenceMs = 100_000

type Case = [name: string, setBy: number, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['nobody sets the clock',  0,        'nothing was heard for that long'],
  ['the clock is set back',  -600_000, 'it has been as long, whatever the clock shows'],
  ['the clock is set ahead', 600_000,  'it has not been longer, whatever the clock shows'],
]

describe('A stream on which nothing comes', () => {
  for (const [name, setBy, because] of cases)
    it(`is given up just in time when ${name}, because ${because}`, async () => {
      const timing = manualTiming(0)
      let calls = 0
      const guard = guardAgainstSilence(timing, silenceMs, () => {
        calls++
      })
      await timing.advance(silenceMs / 2, 1_000)
      timing.jump(setBy)
      await timing.advance(silenceMs / 2 - 1_000, 1_000)
      assert.equal(calls, 0)
      await timing.advance(1_000)
      assert.equal(calls, 1)
      guard.stop()
    })
})
