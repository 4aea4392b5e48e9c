import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { growthOf } from './memory.ts'

type Case = [name: string, megabytes: readonly number[], perHour: number, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['flat',     [100, 100, 100, 100], 0,   'nothing was added'],
  ['rising',   [100, 101, 102, 103], 60,  'one a minute is sixty an hour'],
  ['noisy',    [100, 104, 104, 100], 0,   'what comes and goes is no growth'],
  ['falling',  [103, 102, 101, 100], -60, 'caches may also shrink'],
]

describe('How fast memory grows', () => {
  for (const [name, megabytes, perHour, because] of cases)
    it(`when it is ${name}: ${perHour} MB an hour, because ${because}`, () => {
      const samples = megabytes.map((each, minutes) => ({ minutes, megabytes: each }))
      assert.equal(Math.round(growthOf(samples).megabytesPerHour), perHour)
    })
})
