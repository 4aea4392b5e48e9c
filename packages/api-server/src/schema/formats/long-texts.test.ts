import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseDuration } from '../../builtin/types/duration.ts'
import { parseDuration as parseCelDuration } from '../cel/time.ts'
import { parseQuantity } from '../quantity.ts'
import { isDuration } from './dates.ts'
import { isEmail } from './email.ts'

const long = (text: string): string => text.repeat(500_000 / text.length)

// A reader whose work grows with the square of the text would not come back from any of these within the life of the test.
// biome-ignore format: the table is the specification; its columns stay aligned
const texts: readonly [reader: string, read: (text: string) => unknown, text: string, answer: unknown][] = [
  ['a duration in a schema',      isDuration,       long('1'),          false],
  ['a duration in a schema',      isDuration,       `${long('1 ')}!`,   false],
  ['a duration of a field',       parseDuration,    `${long('1')}!`,    undefined],
  ['a duration of a field',       parseDuration,    `${long('1')}h`,    undefined],
  ['a duration in CEL',           parseCelDuration, `${long('1')}h`,    undefined],
  ['a duration in CEL',           parseCelDuration, `1.${long('5')}s`,  1_555_555_555n],
  ['a quantity',                  parseQuantity,    `${long('0')}!`,    undefined],
  ['a quantity beyond all others', (text) => parseQuantity(text)?.nanos, long('9'), (2n ** 63n - 1n) * 10n ** 9n],
  ['a quantity with many digits', (text) => parseQuantity(text)?.nanos, `0.${long('3')}`, 333_333_334n],
  ['an address of mail',          isEmail,          long(' '),          false],
  ['an address of mail',          isEmail,          long('('),          false],
]

describe('a text of half a megabyte', () => {
  for (const [reader, read, text, answer] of texts) {
    it(`is read as ${reader} in one pass: ${JSON.stringify(text.slice(0, 4))}…${JSON.stringify(text.slice(-2))}`, () => {
      assert.equal(read(text), answer)
    })
  }
})
