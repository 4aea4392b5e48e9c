import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { Json } from './json.ts'
import { type JsonMeasure, measureJson } from './measure-json.ts'

const unbounded = { values: Number.POSITIVE_INFINITY, depth: Number.POSITIVE_INFINITY }

type Case = [text: string, measure: string, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['1',                        '1 values, 0 keys, 0 levels', 'a number alone is a value'],
  ['[]',                       '1 values, 0 keys, 1 levels', 'nothing is in it'],
  ['[ \n]',                    '1 values, 0 keys, 1 levels', 'space is nothing'],
  ['[1,2]',                    '3 values, 0 keys, 1 levels', 'the list counts too'],
  ['{"a":{},"b":[1]}',         '4 values, 2 keys, 2 levels', 'keys are no values'],
  ['{"a,b:[":"c,]:\\"d\\\\"}', '2 values, 1 keys, 1 levels', 'what stands in strings does not count'],
]

describe('The measure of a text', () => {
  for (const [text, measure, because] of cases)
    it(`${text}: ${measure}, because ${because}`, () => {
      const { values, keys, depth } = measureJson(text, unbounded)
      assert.equal(`${values} values, ${keys} keys, ${depth} levels`, measure)
    })

  it('is what can be counted in the value itself', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent)
        assert.deepEqual(measureJson(text, unbounded), counted(JSON.parse(text) as Json))
      }),
    )
  })

  it('is taken of what is no JSON, and ends where a bound is passed', () => {
    assert.equal(measureJson('['.repeat(1000), { values: 10_000, depth: 10 }).depth, 11)
    assert.equal(measureJson('1,'.repeat(1000), { values: 10, depth: 10 }).values, 11)
    assert.equal(measureJson('"never closed, [', unbounded).values, 1)
  })
})

function counted(value: Json): JsonMeasure {
  if (typeof value !== 'object' || value === null) return { values: 1, keys: 0, depth: 0 }
  const members = Object.values(value).map((member: Json) => counted(member))
  const sum = (of: (each: JsonMeasure) => number): number => members.reduce((all, each) => all + of(each), 0)
  return {
    values: 1 + sum(({ values }) => values),
    keys: (Array.isArray(value) ? 0 : members.length) + sum(({ keys }) => keys),
    depth: 1 + Math.max(0, ...members.map(({ depth }) => depth)),
  }
}
