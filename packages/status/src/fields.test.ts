import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { at, compact, fields, flag, list, number, text } from './fields.ts'

describe('foreign data', () => {
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases = [
    ['a way in',               at({ a: { b: 1 } }, 'a', 'b'),              1,                  'it leads there'],
    ['a way into nothing',     at({ a: null }, 'a', 'b'),                  undefined,          'it leads nowhere'],
    ['a way into a list',      at({ a: [1] }, 'a', '0'),                   undefined,          'a list has no fields'],
    ['what all objects have',  at({}, 'constructor'),                      undefined,          'it is not theirs'],
    ['a text for fields',      fields('x'),                                {},                 'a text has none'],
    ['a text for a list',      list('abc'),                                [],                 'a text is none'],
    ['an empty text',          text(''),                                   undefined,          'it says nothing'],
    ['a text for a number',    number('1'),                                undefined,          'it is none'],
    ['a text for a boolean',   flag('true'),                               undefined,          'it is none'],
    ['a boolean that is off',  flag(false),                                false,              'it was said'],
    ['fields without a value', compact({ a: 1, b: undefined, c: false }), { a: 1, c: false }, 'only what says nothing goes'],
    ['an odd name among them', compact({ ...JSON.parse('{"__proto__":{"a":1}}'), b: undefined }), JSON.parse('{"__proto__":{"a":1}}'), 'to JSON it is a name like any other'],
  ] as const
  for (const [name, is, expected, because] of cases) {
    it(`${name}: ${JSON.stringify(expected) ?? 'nothing'}, because ${because}`, () =>
      assert.deepEqual(is, expected))
  }
})
