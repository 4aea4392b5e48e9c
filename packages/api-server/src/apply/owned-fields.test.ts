import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json } from '../json/json.ts'
import { objectType } from './field-type.ts'
import { ownedFields, ownedFieldsInSteps } from './owned-fields.ts'

const free = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } as const
const type = objectType({ type: 'object', properties: { spec: free, status: free } })
const members = (count: number): Json =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]))

type Row = [what: string, object: Json, pauses: number, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const rows: readonly Row[] = [
  ['a small object',        { spec: { a: 1, b: { c: 2, d: {} }, e: [1], f: null }, status: {} }, 0, 'it takes no time'],
  ['nothing',               null,                                                                0, 'nothing is owned'],
  ['a large map',           { spec: members(25_000) },                                           2, 'others wait for ten thousand members at most'],
  ['a large map further in', { spec: { data: members(25_000), rest: { a: 1 } } },                2, 'maps stand below others'],
  ['two large maps',        { spec: members(25_000), status: members(12_000) },                  3, 'each is looked through'],
]

describe('the fields that whoever applies an object owns', () => {
  for (const [what, object, pauses, because] of rows) {
    it(`of ${what} are the same in steps, with ${pauses} pauses, because ${because}`, () => {
      const steps = ownedFieldsInSteps(type, object)
      let seen = 0
      let step = steps.next()
      for (; step.done !== true; step = steps.next()) seen++
      assert.deepEqual(step.value, ownedFields(type, object))
      assert.equal(seen, pauses)
    })
  }
})
