import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { clockAt } from '@sitrep/status'
import { parseDuration, printDuration } from './duration.ts'
import { later, longerThan, parseTime, printTime, seconds } from './longer-than.ts'

type Case = readonly [name: string, is: unknown, expected: unknown, because: string]

function each(title: string, cases: readonly Case[]): void {
  describe(title, () => {
    for (const [name, is, expected, because] of cases) {
      it(`${name}: ${expected}, because ${because}`, () => assert.equal(is, expected))
    }
  })
}

// biome-ignore format: the table is the specification; its columns stay aligned
each('a duration in words', [
  ['25',    printDuration(25),     '25s',      'seconds alone'],
  ['300',   printDuration(300),    '5m0s',     'seconds are always told'],
  ['3600',  printDuration(3_600),  '1h0m0s',   'minutes too, from an hour on'],
  ['90061', printDuration(90_061), '25h1m1s',  'there are no days'],
  ['0',     printDuration(0),      '0s',       'nothing is a duration too'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
each('words for a duration', [
  ['10m',     parseDuration('10m'),     600,   'minutes'],
  ['1h0m5s',  parseDuration('1h0m5s'),  3_605, 'parts are added'],
  ['1.5h',    parseDuration('1.5h'),    5_400, 'parts of an hour'],
  ['1500ms',  parseDuration('1500ms'),  1,     'whole seconds count'],
  ['nothing', parseDuration(''),        0,     'nothing is wanted'],
])

const clock = clockAt('2026-01-01T12:00:10Z')

// biome-ignore format: the table is the specification; its columns stay aligned
each('longer than ten seconds', [
  ['9s',      longerThan(clock, '2026-01-01T12:00:01Z', 10 * seconds), false, 'it is shorter'],
  ['10s',     longerThan(clock, '2026-01-01T12:00:00Z', 10 * seconds), false, 'it is just as long'],
  ['11s',     longerThan(clock, '2026-01-01T11:59:59Z', 10 * seconds), true,  'it is longer'],
  ['unknown', longerThan(clock, undefined, 10 * seconds),              false, 'nobody knows since when'],
])

// biome-ignore format: the table is the specification; its columns stay aligned
each('times of others', [
  ['the later',    later('2026-01-01T12:00:00Z', '2026-01-01T12:30:00+01:00'), '2026-01-01T12:00:00Z', 'zones count'],
  ['only one',     later(undefined, '2026-01-01T12:00:00Z'),                   '2026-01-01T12:00:00Z', 'there is no other'],
  ['printed',      printTime('2026-01-01T12:00:00.999Z'),                      '2026-01-01T12:00:00Z', 'fractions are cut'],
  ['nonsense',     printTime('noon'),                                          'noon',                 'it is told as it is'],
  ['parsed',       parseTime('2026-01-01T13:00:00+01:00'),                     '2026-01-01T12:00:00Z', 'in UTC'],
  ['only a date',  parseTime('2026-01-01'),                                    undefined,              'a time is asked for'],
  ['no zone',      parseTime('2026-01-01T12:00:00'),                           undefined,              'it could be anywhere'],
  ['no such hour', parseTime('2026-01-01T25:00:00Z'),                          undefined,              'a day is shorter'],
])
