import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { growthOf } from './memory.ts'

type Case = [name: string, megabytes: readonly number[], perHour: number, perMillion: number, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['flat',     [100, 100, 100, 100], 0,   0,    'nothing was added'],
  ['rising',   [100, 101, 102, 103], 60,  100,  'one a minute is sixty an hour, and ten thousand changes were made in each'],
  ['noisy',    [100, 104, 104, 100], 0,   0,    'what comes and goes is no growth'],
  ['falling',  [103, 102, 101, 100], -60, -100, 'caches may also shrink'],
  ['unknown',  [100],                0,   0,    'one look tells nothing'],
]

describe('How fast memory grows', () => {
  for (const [name, megabytes, perHour, perMillion, because] of cases)
    it(`when it is ${name}: ${perHour} MB an hour, because ${because}`, () => {
      const samples = megabytes.map((each, minutes) => ({
        minutes,
        changes: minutes * 10_000,
        megabytes: each,
      }))
      const growth = growthOf(samples)
      assert.equal(Math.round(growth.megabytesPerHour), perHour)
      assert.equal(Math.round(growth.megabytesPerMillionChanges), perMillion)
    })
})
