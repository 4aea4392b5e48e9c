import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sameJson } from './same-json.ts'

type Case = [name: string, a: unknown, b: unknown, says: boolean, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['keys in another order', { a: 1, b: [2] }, { b: [2], a: 1 },        true,  'an object has no order'],
  ['items in another order', [1, 2],          [2, 1],                  false, 'a list has one'],
  ['items that differ',     [{ a: 1 }],       [{ a: 2 }],              false, 'lists are looked into'],
  ['one item more',         [1],              [1, 2],                  false, 'it says more'],
  ['another key',           { a: undefined }, { b: undefined },        false, 'a key that is there is not one that is missing'],
  ['a list and an object',  [],               {},                      false, 'JSON tells them apart'],
  ['null and an object',    null,             {},                      false, 'nothing is not empty'],
  ['a key of every object', {},               { toString: 1 },         false, 'only own keys count'],
]

describe('Values read from JSON', () => {
  for (const [name, a, b, says, because] of cases) {
    it(`${name}: ${says ? 'the same' : 'not the same'}, because ${because}`, () => {
      assert.equal(sameJson(a, b), says)
      assert.equal(sameJson(b, a), says)
    })
  }
})
