import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { counted, firstNames, shorten } from './shorten.ts'

describe('names in a message', () => {
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases = [
    ['as many as may be',    shorten(['a', 'b', 'c'], 3),            'a, b, c',            'nothing is left out'],
    ['more, as upstream',    shorten(['a', 'b', 'c', 'd'], 3),       'a, b, c, ... (1 more)', 'upstream says it so'],
    ['more, in our words',   firstNames(['a', 'b', 'c', 'd', 'e']),  'a, b, c and 2 more', 'it reads as a sentence'],
    ['three, in our words',  firstNames(['a', 'b', 'c']),            'a, b, c',            'nothing is left out'],
    ['one Machine',          counted(1, 'Machine'),                  'Machine',            'there is one'],
    ['no Machines',          counted(0, 'Machine'),                  'Machines',           'none are many'],
    ['a verb',               counted(2, 'is', 'are'),                'are',                'not all plurals end in s'],
  ] as const
  for (const [name, is, expected, because] of cases) {
    it(`${name}: ${expected}, because ${because}`, () => assert.equal(is, expected))
  }
})
