import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json } from '../json/json.ts'
import { compileSchema } from './compiled-schema.ts'
import type { Schema } from './schema.ts'
import { validateObject } from './validate-object.ts'

const numbers = (count: number): readonly number[] => [...Array(count).keys()]
const words = (count: number): string[] => numbers(count).map((index) => `w${index}`)
const text: Schema = { type: 'string' }
const many = (value: Json): Json => numbers(20_000).map(() => value)
const named = (schema: Schema, count: number): Record<string, Schema> =>
  Object.fromEntries(words(count).map((name) => [name, schema]))

/** The words of what is wrong, or of why nobody looked; and the milliseconds of the processor that it took. */
function check(items: Schema, list: Json): { readonly said: string; readonly ms: number } {
  const schema = compileSchema({ type: 'object', properties: { list: { type: 'array', items } } })
  const before = process.threadCpuUsage()
  const said = ((): string => {
    try {
      return `${validateObject(schema, { list }).length} problems`
    } catch (error) {
      return String(error)
    }
  })()
  const { user, system } = process.threadCpuUsage(before)
  return { said, ms: (user + system) / 1000 }
}

describe('An object of many values and a schema of many words', () => {
  const tooMuch = /checking it against its schema takes more than 300000 comparisons/
  const alternatives = numbers(1_000).map((index) => ({ pattern: `x${index}` }))
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: [name: string, items: Schema, list: Json, said: RegExp, because: string][] = [
    ['one of many, none of which it is',  { ...text, enum: words(3_000) },                        many('no'),    tooMuch,         'each is compared with each'],
    ['one of many, the last',             { ...text, enum: words(3_000) },                        many('w2999'), /^0 problems/,   'texts are looked up'],
    ['one of many that are no texts',     { type: 'integer', enum: [...numbers(3_000)] },         many(-1),      tooMuch,         'the others are not'],
    ['alternatives',                      { ...text, anyOf: alternatives },                       many('a'),     tooMuch,         'each is tried'],
    ['members that are required',         { type: 'object', required: words(3_000), properties: named(text, 3_000) }, many({}), /10000 problems|takes more/, 'nobody reads so many'],
    ['members that may be there',         { type: 'object', properties: named(text, 3_000) },     many({}),      /^0 problems/,   'those that are there are looked at'],
  ]
  for (const [name, items, list, said, because] of cases)
    it(`${name}: ${said.source}, because ${because}`, () => {
      const found = check(items, list)
      assert.match(found.said, said)
      assert.ok(found.ms < 1_000, `${found.ms} ms`)
    })
})
