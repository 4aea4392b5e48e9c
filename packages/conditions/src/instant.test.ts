import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ConditionsError } from './errors.ts'
import {
  compareInstants,
  floorToSecond,
  isCanonicalInstant,
  isUnset,
  type MaybeInstant,
  parseInstant,
} from './instant.ts'

describe('reading a time', () => {
  type Case = [text: string, seconds: number | undefined, nanoseconds: number, because: string]

  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['1970-01-01T00:00:00Z',           0,             0,           'the epoch is a time like any other'],
    ['1970-01-01T00:00:01.5Z',         1,             500_000_000, 'a fraction is read'],
    ['1970-01-01T00:00:01.123456789Z', 1,             123_456_789, 'down to the nanosecond'],
    ['1970-01-01T02:00:00+02:00',      0,             0,           'an offset is taken off'],
    ['1969-12-31T22:30:00-01:30',      0,             0,           'a negative offset is added'],
    ['2024-02-29T00:00:00Z',           1_709_164_800, 0,           'a leap day exists in its year'],
    ['2023-02-29T00:00:00Z',           undefined,     0,           'and not in another'],
    ['2024-04-31T00:00:00Z',           undefined,     0,           'April has thirty days'],
    ['2024-01-01T24:00:00Z',           undefined,     0,           'a day ends at 23:59:59'],
    ['2024-01-01T00:00:00',            undefined,     0,           'without a zone it is no instant'],
    ['2024-01-01T00:00:00+25:00',      undefined,     0,           'no zone is that far off'],
    ['2024-01-01',                     undefined,     0,           'a day is no instant'],
    ['yesterday',                      undefined,     0,           'words are no time'],
  ]

  for (const [text, seconds, nanoseconds, because] of cases) {
    it(`${text}: ${seconds ?? 'refused'}, because ${because}`, () => {
      assert.deepEqual(parseInstant(text), seconds === undefined ? undefined : { seconds, nanoseconds })
    })
  }
})

describe('a time as an API server writes it', () => {
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases = [
    ['2024-12-31T23:59:59Z',      true,  'December has 31 days'],
    ['2024-04-30T00:00:00Z',      true,  'April has thirty days'],
    ['2024-04-31T00:00:00Z',      false, 'and no more'],
    ['2023-02-28T12:00:00Z',      true,  'every February has 28 days'],
    ['2024-02-29T12:00:00Z',      false, 'a leap day needs a look at its year'],
    ['2024-00-10T12:00:00Z',      false, 'there is no such month'],
    ['2024-13-10T12:00:00Z',      false, 'there is no such month'],
    ['2024-01-00T12:00:00Z',      false, 'there is no such day'],
    ['2024-01-01T24:00:00Z',      false, 'a day ends at 23:59:59'],
    ['2024-01-01T00:60:00Z',      false, 'an hour has sixty minutes'],
    ['2024-01-01T00:00:60Z',      false, 'a minute has sixty seconds'],
    ['2024-01-01T00:00:0xZ',      false, 'a letter is no digit'],
    ['20x4-01-01T00:00:00Z',      false, 'a letter is no digit'],
    ['2024-01-01 00:00:00Z',      false, 'a blank is another form'],
    ['2024-01-01T00:00:00+',      false, 'it is in UTC'],
    ['2024-01-01T00:00:00.0Z',    false, 'it has no fraction'],
    ['2024-01-01T02:00:00+02:00', false, 'it is in UTC'],
  ] as const

  for (const [text, canonical, because] of cases) {
    it(`${text}: ${canonical}, because ${because}`, () => assert.equal(isCanonicalInstant(text), canonical))
  }
})

describe('a time that was never set', () => {
  type Case = [time: MaybeInstant, unset: boolean, because: string]

  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    [undefined,                  true,  'it is absent'],
    [null,                       true,  'an API server writes null for it'],
    ['',                         true,  'an empty text says nothing'],
    ['null',                     true,  'upstream takes the word for the value'],
    ['0001-01-01T00:00:00Z',     true,  'the first instant of the year 1 means never'],
    ['0001-01-01T01:00:00+01:00', true, 'so does the same instant in another zone'],
    ['1970-01-01T00:00:00Z',     false, 'the epoch is a time like any other'],
    ['0001-01-01T00:00:01Z',     false, 'a second later is a time'],
  ]

  for (const [time, unset, because] of cases) {
    it(`${String(time)}: ${unset}, because ${because}`, () => assert.equal(isUnset(time), unset))
  }
})

describe('ordering times', () => {
  type Case = [a: MaybeInstant, order: '<' | '=' | '>', b: MaybeInstant, because: string]

  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['2024-01-01T00:00:00Z',       '<', '2024-01-01T00:00:01Z',       'a second later is later'],
    ['2024-01-01T00:00:00Z',       '=', '2024-01-01T02:00:00+02:00',  'instants are compared, not texts'],
    ['2024-01-01T00:00:00.000Z',   '=', '2024-01-01T00:00:00Z',       'an empty fraction adds nothing'],
    ['2024-01-01T00:00:00.0001Z',  '>', '2024-01-01T00:00:00Z',       'fractions of a millisecond count'],
    ['2024-02-29T00:00:00Z',       '>', '2024-02-28T00:00:00Z',       'a leap day is after the day before it'],
    [undefined,                    '<', '1970-01-01T00:00:00Z',       'never is before everything'],
    [undefined,                    '=', '0001-01-01T00:00:00Z',       'never is never'],
    ['yesterday',                  '=', undefined,                    'what is no time counts as never'],
  ]

  for (const [a, order, b, because] of cases) {
    it(`${a} ${order} ${b}, because ${because}`, () => {
      const sign = { '<': -1, '=': 0, '>': 1 }[order]
      assert.equal(Math.sign(compareInstants(a, b)), sign)
      assert.equal(Math.sign(compareInstants(b, a)), 0 - sign)
    })
  }
})

describe('cutting to the second', () => {
  type Case = [given: string, cut: string, because: string]

  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['2024-01-01T00:00:00.999Z',      '2024-01-01T00:00:00Z', 'it is cut, not rounded'],
    ['1969-12-31T23:59:59.5Z',        '1969-12-31T23:59:59Z', 'downwards before the epoch too'],
    ['2024-01-01T01:00:00.5+01:00',   '2024-01-01T00:00:00Z', 'the result is in UTC'],
    ['2024-01-01T00:00:00Z',          '2024-01-01T00:00:00Z', 'nothing to do'],
  ]

  for (const [given, cut, because] of cases) {
    it(`${given} becomes ${cut}, because ${because}`, () => assert.equal(floorToSecond(given), cut))
  }

  it('cuts two times in turn to the second of each', () => {
    const [one, other] = ['2026-01-01T00:00:00.500Z', '2026-01-01T00:00:01.500Z']
    const cut = [one, other, one, one, other].map(floorToSecond)
    assert.deepEqual(
      cut.map((text) => text.slice(-3)),
      ['00Z', '01Z', '00Z', '00Z', '01Z'],
    )
  })

  it('refuses a text that is no time', () => {
    for (const text of ['soon', '2024-13-01T00:00:00Z', '']) {
      assert.throws(
        () => floorToSecond(text),
        (error) => error instanceof ConditionsError && error.code === 'time-malformed',
      )
    }
  })
})
