import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Fields } from '@sitrep/status'
import { parseDuration } from '../duration.ts'
import { mirroredShare, pauseMs, planRule } from './plan.ts'

type DurationCase = [text: unknown, ms: number | undefined, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const durations: DurationCase[] = [
  ['500ms',     500,       'milliseconds'],
  ['1h1m1s1ms', 3_661_001, 'up to four units'],
  ['0s',        0,         'which means: no limit'],
  ['10s500ms',  10_500,    'units add up'],
  ['1.5s',      undefined, 'whole numbers only'],
  ['-1s',       undefined, 'time does not run back'],
  ['100000s',   undefined, 'five digits at most'],
  ['10',        undefined, 'a unit is needed'],
  ['',          undefined, 'nothing is no duration'],
  [10,          undefined, 'a number is no text'],
]

describe('A duration', () => {
  for (const [text, ms, because] of durations)
    it(`${JSON.stringify(text)}: ${ms}, because ${because}`, () => assert.equal(parseDuration(text), ms))
})

type ShareCase = [settings: Fields, share: number, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const shares: ShareCase[] = [
  [{},                                          1,    'everything is mirrored unless something else is said'],
  [{ percent: 20 },                             0.2,  'of a hundred'],
  [{ percent: 0 },                              0,    'nothing is something that can be said'],
  [{ fraction: { numerator: 5 } },              0.05, 'of a hundred, unless something else is said'],
  [{ fraction: { numerator: 1, denominator: 4 } }, 0.25, 'of four'],
]

describe('The share of a mirror', () => {
  for (const [settings, share, because] of shares)
    it(`${JSON.stringify(settings)}: ${share}, because ${because}`, () =>
      assert.equal(mirroredShare(settings), share))
})

type PauseCase = [repetition: number, random: number, ms: number, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const pauses: PauseCase[] = [
  [1, 0.9999, 100,   'the first pause is what the route says'],
  [1, 0,      50,    'or less, so that not all come back at once'],
  [2, 0.9999, 200,   'the second is twice as long'],
  [9, 0.9999, 1_000, 'and none is longer than ten times'],
]

describe('The pause before another try', () => {
  for (const [repetition, random, ms, because] of pauses)
    it(`${repetition} at ${random}: ${ms}, because ${because}`, () =>
      assert.equal(Math.round(pauseMs(100, repetition, random)), ms))
})

describe('A prepared rule', () => {
  const rule = { route: 'HTTPRoute/a/b', index: 0, filters: [], backends: [] }

  it('has no limits and no repetitions unless the route says', () => {
    const { requestMs, backendMs, retry } = planRule(rule)
    assert.deepEqual([requestMs, backendMs, retry], [undefined, undefined, undefined])
  })

  it('repeats once where a route only says that it may be done', () =>
    assert.deepEqual(planRule({ ...rule, retry: {} }).retry, {
      attempts: 1,
      codes: new Set(),
      backoffMs: 25,
    }))

  it('keeps apart: no time said, and no limit said', () =>
    assert.equal(planRule({ ...rule, timeouts: { request: '0s' } }).requestMs, 0))
})
