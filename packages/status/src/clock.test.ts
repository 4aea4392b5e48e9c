import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { clockAt } from './clock.ts'

const now = '2026-01-01T00:01:00Z'

type Case = [
  name: string,
  since: string | undefined,
  ms: number,
  passed: boolean,
  recheckAt: string | undefined,
  because: string,
]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['long ago',          '2026-01-01T00:00:00Z',      30_000, true,  undefined,                  'the instant lies behind'],
  ['just now',          '2026-01-01T00:00:00Z',      60_000, true,  undefined,                  'the instant itself counts as passed'],
  ['still ahead',       '2026-01-01T00:00:00Z',      90_000, false, '2026-01-01T00:01:30.000Z', 'half a minute is left'],
  ['to the millisecond', '2026-01-01T00:00:00.250Z', 60_000, false, '2026-01-01T00:01:00.250Z', 'a recheck is exact'],
  ['another offset',    '2026-01-01T01:00:30+01:00', 60_000, false, '2026-01-01T00:01:30.000Z', 'instants are compared, not texts'],
  ['never',             undefined,                        0, false, undefined,                  'what never began has not passed'],
  ['no time at all',    'yesterday',                      0, false, undefined,                  'foreign text is not an instant'],
]

describe('A clock that stands still', () => {
  for (const [name, since, ms, passed, recheckAt, because] of cases) {
    it(`${name}: ${passed ? 'passed' : 'not passed'}, because ${because}`, () => {
      const clock = clockAt(now)
      assert.equal(clock.passed(since, ms), passed)
      assert.equal(clock.recheckAt, recheckAt)
    })
  }

  it('rechecks at the earliest of all instants that are ahead', () => {
    const clock = clockAt(now)
    for (const ms of [300_000, 90_000, 30_000]) clock.passed('2026-01-01T00:00:00Z', ms)
    assert.equal(clock.recheckAt, '2026-01-01T00:01:30.000Z')
  })
})
