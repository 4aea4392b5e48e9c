import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CommandError } from '../command.ts'
import { parseDuration } from './duration.ts'

type Case = [text: string | undefined, means: number | 'refused', because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  [undefined, 42,         'nothing was said'],
  ['0',       0,          'nothing needs no unit'],
  ['0s',      0,          'and may have one'],
  ['50ms',    50,         'milliseconds'],
  ['90s',     90_000,     'seconds'],
  ['1.5m',    90_000,     'parts of a unit'],
  ['1h30m',   5_400_000,  'units after each other'],
  ['2d',      172_800_000, 'days'],
  ['1w',      604_800_000, 'weeks'],
  ['90',      'refused',  'ninety of what?'],
  ['1h 30m',  'refused',  'it is one word'],
  ['-5m',     'refused',  'time does not go back'],
  ['soon',    'refused',  'that is no length of time'],
  ['',        'refused',  'that is nothing'],
  ['5mm',     'refused',  'there is no such unit'],
]

describe('A length of time', () => {
  for (const [text, means, because] of cases) {
    it(`${text} is ${means}, because ${because}`, () => {
      const read = (): number => parseDuration({ words: [], options: { timeout: text } }, 'timeout', 42)
      if (means === 'refused')
        assert.throws(read, (error) => error instanceof CommandError && error.exitCode === 2)
      else assert.equal(read(), means)
    })
  }
})
