import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { patternSize } from './pattern-size.ts'

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: [source: string, least: number, most: number, because: string][] = [
  ['',                         0,          0,          'nothing is nothing'],
  ['^[a-z]([-a-z0-9]*)?$',     4,          20,         'what people write is about as long as it looks'],
  ['a{1000}',                  1_000,      1_010,      'what is counted is written out'],
  ['a{2,1000}',                1_000,      1_010,      'up to the larger number'],
  ['a{1000,}',                 1_000,      1_010,      'or once more'],
  ['(ab{10}){90}',             990,        1_300,      'what is counted may hold something that is counted'],
  ['a{500}'.repeat(1_000),     500_000,    502_000,    'as often as it is written'],
  ['((((((((((a{9}){9}){9}',   729,        1_500,      'groups that are never closed count as well'],
  ['[]{1000}]',                1,          2,          'a class is one step, whatever stands in it'],
  ['\\[a{1000}\\]',            1_000,      1_010,      'an escaped bracket begins none'],
  ['\\Q[a]{1000}\\E',          1,          2,          'nor does one among characters that stand for themselves'],
  ['\\x{1000}',                1,          2,          'a number in braces need not be a count'],
  ['a{',                       2,          3,          'nor braces anything but characters'],
]

describe('The size of a regular expression', () => {
  for (const [source, least, most, because] of cases)
    it(`${source.slice(0, 40)}: ${least} to ${most}, because ${because}`, () => {
      const size = patternSize(source)
      assert.ok(size >= least && size <= most, `${size}`)
    })
})
