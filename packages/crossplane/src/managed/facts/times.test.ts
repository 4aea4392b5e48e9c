import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { annotations } from '../types.ts'
import { isCreateIncomplete, parseGoDuration, pollIntervalOf, wasCreatedWithin, withJitter } from './times.ts'

const given = (pending?: string, succeeded?: string, failed?: string): Record<string, string> => ({
  ...(pending !== undefined && { [annotations.createPending]: pending }),
  ...(succeeded !== undefined && { [annotations.createSucceeded]: succeeded }),
  ...(failed !== undefined && { [annotations.createFailed]: failed }),
})

// biome-ignore format: the table is the specification; its columns stay aligned
const creations: [given: Record<string, string>, incomplete: boolean, because: string][] = [
  [given(),                                                                     false, 'nothing was begun'],
  [given('2026-08-21T11:00:00Z'),                                               true,  'no end is recorded'],
  [given('2026-08-21T11:00:00Z', '2026-08-21T11:00:00Z'),                       false, 'an end in the same second is an end'],
  [given('2026-08-21T11:00:00Z', '2026-08-21T13:00:00+02:00'),                  false, 'zones are converted'],
  [given('2026-08-21T11:00:00Z', '2026-08-21T10:00:00Z', '2026-08-21T10:59:59Z'), true, 'both ends are of earlier tries'],
  [given('2026-08-21T11:00:00Z', undefined, '2026-08-21T11:00:01Z'),            false, 'a failure is an end'],
  [given('2026-08-21T11:00:00.5Z', '2026-08-21T11:00:00Z'),                     true,  'fractions count where somebody wrote them'],
  [given('2026-08-21T11:00:00,5Z', '2026-08-21T11:00:00Z'),                     true,  'Go takes a comma too'],
  [given('2026-08-21T9:00:00Z'),                                                true,  'Go takes an hour of one digit'],
  [given('2026-08-21T11:00:00'),                                                false, 'a time without zone is none'],
  [given('2026-02-30T11:00:00Z'),                                               false, 'a day that does not exist is none'],
  [given('0001-01-01T00:00:00Z'),                                               false, 'the first instant of all means never'],
  [given('2026-08-21T11:00:00Z', 'soon'),                                       true,  'an end that cannot be read is none'],
]

describe('a creation whose end is not known', () => {
  for (const [annotated, incomplete, because] of creations) {
    it(`${Object.values(annotated).join(', ')}: ${incomplete}, because ${because}`, () =>
      assert.equal(isCreateIncomplete(annotated), incomplete))
  }
})

describe('a resource that was created a moment ago', () => {
  const now = '2026-08-21T12:00:00Z'
  it('counts as such for the grace period, not to its last moment', () => {
    assert.equal(wasCreatedWithin(given(undefined, '2026-08-21T11:59:31Z'), 30_000, now), true)
    assert.equal(wasCreatedWithin(given(undefined, '2026-08-21T11:59:30Z'), 30_000, now), false)
  })
  it('counts as such when clocks differ and it was created in the future', () =>
    assert.equal(wasCreatedWithin(given(undefined, '2026-08-21T12:00:10Z'), 30_000, now), true))
  it('does not exist without a time', () => assert.equal(wasCreatedWithin({}, 30_000, now), false))
})

// biome-ignore format: the table is the specification; its columns stay aligned
const durations: [text: string, ms: number | undefined][] = [
  ['1h30m', 5_400_000], ['1.5h', 5_400_000], ['250ms', 250], ['.5s', 500], ['1.s', 1_000], ['+3s', 3_000], ['-3s', -3_000], ['0', 0], ['2µs', 0.002],
  ['1d', undefined], ['', undefined], ['5', undefined], ['s', undefined], ['1s ', undefined], ['.s', undefined], ['1h-3m', undefined], ['9999999999h', undefined],
]

describe('a duration as Go writes it', () => {
  for (const [text, ms] of durations)
    it(`${JSON.stringify(text)} is ${ms}`, () => assert.equal(parseGoDuration(text), ms))
})

describe('the poll interval', () => {
  const settings = { pollMs: 60_000, minPollMs: 10_000 }
  const asked = (interval: string): number =>
    pollIntervalOf({ [annotations.pollInterval]: interval }, settings)
  it('is what is configured unless an annotation asks for a positive duration', () =>
    assert.deepEqual(
      [pollIntervalOf({}, settings), asked('1d'), asked('0s'), asked('-1m')],
      [60_000, 60_000, 60_000, 60_000],
    ))
  it('is what the annotation asks for, but not below the least', () =>
    assert.deepEqual([asked('2h'), asked('10s'), asked('1s')], [7_200_000, 10_000, 10_000]))
  it('moves by its jitter either way, never below nothing', () =>
    assert.deepEqual(
      [withJitter(1_000, 100, 0), withJitter(1_000, 100, 0.5), withJitter(50, 100, 0)],
      [900, 1_000, 0],
    ))
})
