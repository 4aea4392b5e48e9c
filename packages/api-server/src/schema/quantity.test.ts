import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { canonicalQuantity } from './quantity.ts'

// biome-ignore format: the table is the specification; its columns stay aligned
const rows: readonly (readonly [given: string, written: string, because: string])[] = [
  ['0',        '0',      'zero has one spelling'],
  ['0Mi',      '0',      'zero loses its suffix'],
  ['1000m',    '1',      'thousandths fold into units'],
  ['0.5',      '500m',   'no fraction is ever written'],
  ['100',      '100',    'fewer than three zeros stay digits'],
  ['1000',     '1k',     'thousands become a suffix'],
  ['10000',    '10k',    'the exponent is a multiple of three'],
  ['1500',     '1500',   'a suffix would need a fraction'],
  ['1024Mi',   '1Gi',    'binary suffixes fold by 1024'],
  ['1.5Gi',    '1536Mi', 'a binary fraction moves to the smaller suffix'],
  ['1Ki',      '1Ki',    'the smallest value that keeps a binary suffix'],
  ['0.5Ki',    '512',    'below 1024 a binary quantity is written as a decimal one'],
  ['1e3',      '1e3',    'exponents stay exponents'],
  ['12E2',     '1200',   'an exponent that is no multiple of three dissolves'],
  ['1E',       '1E',     'E alone is the suffix exa'],
  ['-500m',    '-500m',  'signs are kept'],
  ['+5',       '5',      'a plus is not written'],
  ['.5',       '500m',   'the digits before the point may be missing'],
  ['5.',       '5',      'and so may those after it'],
  ['0.1n',     '1n',     'what is finer than nano is rounded away from zero'],
  ['9999999E', '9223372036854775807', 'values are capped at the largest int64'],
  ['12Hello',  '12Hello', 'what is no quantity stays as it is, to be refused elsewhere'],
  ['1e',       '1e',     'an exponent needs digits'],
  ['',         '',       'nothing is no quantity'],
]

describe('the written form of a quantity', () => {
  for (const [given, written, because] of rows) {
    it(`${given} is written ${written}, because ${because}`, () => {
      assert.equal(canonicalQuantity(given), written)
    })
  }
})
