import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { manualTiming } from '../../timing.testing.ts'
import { guardAgainstSilence } from './silence-guard.ts'

const silenceMs = 100_000

type Case = [name: string, setBy: number, calledWithin: number, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['nobody sets the clock',   0,        silenceMs,     'nothing was heard for that long'],
  ['the clock is set back',   -600_000, 2 * silenceMs, 'a wrong clock is no reason to wait for it to catch up'],
  ['the clock is set ahead',  600_000,  silenceMs,     'a stream that is opened again in vain does no harm'],
]

describe('A stream on which nothing comes', () => {
  for (const [name, setBy, calledWithin, because] of cases)
    it(`is given up in time when ${name}, because ${because}`, async () => {
      const timing = manualTiming(0)
      let [ahead, calls] = [0, 0]
      const guard = guardAgainstSilence({ ...timing, now: () => timing.now() + ahead }, silenceMs, () => {
        calls++
      })
      await timing.advance(silenceMs / 2, 1_000)
      assert.equal(calls, 0)
      ahead = setBy
      await timing.advance(calledWithin, 1_000)
      assert.equal(calls, 1)
      guard.stop()
    })
})
