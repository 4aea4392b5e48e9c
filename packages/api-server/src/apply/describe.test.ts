import assert from 'node:assert/strict'
import { it, describe as suite } from 'node:test'
import type { Json } from '../json/json.ts'
import { describe } from './describe.ts'
import { pathsOf } from './field-set.ts'
import { objectType } from './field-type.ts'
import { pathText } from './path-element.ts'

const type = objectType({
  type: 'object',
  properties: { data: { type: 'object', additionalProperties: true } },
})
const many = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`k${at}`, at]))

type Row = [value: Json, fields: string, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const rows: readonly Row[] = [
  [{ a: 1, b: 2 },         '.data .data.a .data.b',          'each member can be owned'],
  [{ a: 3, b: 'x' },       '.data .data.a .data.b',          'values make no difference'],
  [{ b: 2, a: 1 },         '.data .data.a .data.b',          'nor does their order'],
  [{ a: 1 },               '.data .data.a',                  'one is missing'],
  [{ a: 1, b: 2, c: 3 },   '.data .data.a .data.b .data.c',  'there is one more'],
  [{ a: 1, b: { c: 3 } },  '.data .data.a .data.b .data.b.c', 'what was plain has members now'],
  [{ a: 1, b: null },      '.data .data.a .data.b',          'null has none'],
  [{ a: 1, b: [1] },       '.data .data.a .data.b',          'a list of no known kind is owned as a whole'],
  [{},                     '.data',                          'empty is something to own'],
]

suite('what comes with a value, one after the other', () => {
  for (const [data, fields, because] of rows) {
    it(`${JSON.stringify(data)} is ${fields}, because ${because}`, () => {
      assert.equal(pathsOf(describe(type, { data })).map(pathText).join(' '), fields)
    })
  }

  it('names with many members are described alike each time, and once', () => {
    const [first, second] = [describe(type, { data: many }), describe(type, { data: { ...many } })]
    assert.equal(first['f:data'], second['f:data'])
    assert.equal(pathsOf(first).length, 41)
  })
})
