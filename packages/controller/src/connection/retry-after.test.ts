import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { retryAfterIn, type WaitingHeaders } from './retry-after.ts'

const now = Date.parse('2026-01-01T00:00:00Z')

type Case = [headers: WaitingHeaders, milliseconds: number | undefined, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  [{},                                                        undefined, 'nobody asks to wait'],
  [{ 'retry-after': '3' },                                    3_000,     'seconds are the common form'],
  [{ 'retry-after': '0' },                                    0,         'at once is an answer too'],
  [{ 'retry-after': ' 7 ' },                                  7_000,     'blanks around it mean nothing'],
  [{ 'retry-after': '86400' },                                120_000,   'nobody is left alone for a day'],
  [{ 'retry-after': '99999999999999999999' },                 undefined, 'that is no number of seconds'],
  [{ 'retry-after': '-1' },                                   undefined, 'no wait lies in the past'],
  [{ 'retry-after': '1.5' },                                  undefined, 'only whole seconds are allowed'],
  [{ 'retry-after': 'soon' },                                 undefined, 'nobody knows when that is'],
  [{ 'retry-after': '2026' },                                 120_000,   'a number counts seconds, it names no year'],
  [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:20 GMT' },        20_000,    'a date is compared with our clock where there is no other'],
  [{ 'retry-after': 'Wed, 31 Dec 2025 23:59:00 GMT' },        0,         'the time is over'],
  [{ 'retry-after': 'Sun, 01 Jan 2040 00:00:00 GMT' },        120_000,   'nobody is left alone for years'],
  [{ 'retry-after': 'Fri, 01 Jan 2021 00:00:09 GMT', date: 'Fri, 01 Jan 2021 00:00:00 GMT' }, 9_000, 'clocks of two machines are not compared'],
  [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:20 GMT', date: 'never' }, 20_000, 'a clock that cannot be read does not count'],
  [{ 'retry-after': 'Thu, nonsense' },                        undefined, 'that is no date'],
]

describe('How long a server asks to be left alone', () => {
  for (const [headers, milliseconds, because] of cases)
    it(`${JSON.stringify(headers)}: ${milliseconds} ms, because ${because}`, () =>
      assert.equal(retryAfterIn(headers, now), milliseconds))
})
