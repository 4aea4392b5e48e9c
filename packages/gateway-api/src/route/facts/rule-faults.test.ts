import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { expressionFaults } from './rule-faults.ts'

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: readonly (readonly [expression: string, refused: RegExp | undefined, because: string])[] = [
  ['/a(b|c)+',          undefined,           'every dialect has it'],
  ['/(?P<name>[a-z]+)', undefined,           'names are written with a P elsewhere'],
  ['/(?:a)\\(?=b',      undefined,           'an escaped bracket begins nothing'],
  ['/[(?=]',            undefined,           'in a class they are characters'],
  ['/\\d\\.\\\\1',      undefined,           'an escaped backslash escapes nothing more'],
  ['/(',                /can be read/,       'it is not closed'],
  ['/a(?=b)',           /looks around/,      'no proxy looks ahead in linear time'],
  ['/(?<!a)b',          /looks around/,      'nor behind'],
  ['/(a)\\1',           /looks around/,      'nor back'],
  ['/(?<x>a)\\k<x>',    /looks around/,      'by name neither'],
]

describe('A regular expression of a match', () => {
  for (const [expression, refused, because] of cases)
    it(`${expression} is ${refused === undefined ? 'taken' : 'refused'}, because ${because}`, () => {
      const [fault] = expressionFaults('The path', expression)
      if (refused === undefined) assert.equal(fault, undefined)
      else assert.match(fault?.message ?? '', refused)
    })

  it('is judged in time that grows with its length alone', () => {
    const long = `${'(a'.repeat(20_000)}${')'.repeat(20_000)}`
    assert.deepEqual(expressionFaults('The path', `${long}(?!b)`).length, 1)
  })
})
