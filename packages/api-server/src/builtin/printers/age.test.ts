import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatAge, formatTimestampAge } from './age.ts'

const s = 1000
const m = 60 * s
const h = 60 * m
const d = 24 * h
const y = 365 * d

// biome-ignore format: the table is the specification; its columns stay aligned
const ages: [milliseconds: number, text: string, because: string][] = [
  [-2 * s,               '<invalid>', 'two seconds ahead is too much'],
  [-1999,                '0s',        'less than that is a clock that is a little off'],
  [0,                    '0s',        'just now'],
  [119 * s + 999,        '119s',      'under two minutes in seconds'],
  [2 * m,                '2m',        'no zero seconds'],
  [9 * m + 59 * s,       '9m59s',     'under ten minutes with seconds'],
  [10 * m + 59 * s,      '10m',       'then without'],
  [3 * h - 1,            '179m',      'under three hours in minutes'],
  [3 * h,                '3h',        'no zero minutes'],
  [7 * h + 59 * m,       '7h59m',     'under eight hours with minutes'],
  [2 * d - 1,            '47h',       'under two days in hours'],
  [2 * d,                '2d',        'no zero hours'],
  [7 * d + 23 * h,       '7d23h',     'under eight days with hours'],
  [8 * d,                '8d',        'then without'],
  [2 * y - 1,            '729d',      'under two years in days'],
  [2 * y,                '2y',        'no zero days'],
  [8 * y - 1,            '7y364d',    'under eight years with days'],
  [8 * y + 30 * d,       '8y',        'then without'],
]

describe('formatAge', () => {
  for (const [milliseconds, text, because] of ages) {
    it(`${milliseconds} ms is ${text}, because ${because}`, () => assert.equal(formatAge(milliseconds), text))
  }
})

const now = Date.parse('2024-01-02T00:00:00Z')

// biome-ignore format: the table is the specification; its columns stay aligned
const timestamps: [timestamp: string | undefined, text: string][] = [
  [undefined,                     '<unknown>'],
  ['',                            '<unknown>'],
  ['2024-01-01T00:00:00Z',        '24h'],
  ['2024-01-01T01:00:00+01:00',   '24h'],
  ['2024-01-01',                  '<invalid>'],
  ['2024-13-01T00:00:00Z',        '<invalid>'],
]

describe('formatTimestampAge', () => {
  for (const [timestamp, text] of timestamps) {
    it(`${timestamp} is ${text}`, () => assert.equal(formatTimestampAge(timestamp, now), text))
  }
})
