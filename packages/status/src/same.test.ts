import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { same } from './same.ts'

type Case = [name: string, a: unknown, b: unknown, says: boolean, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['keys in another order', { a: 1, b: [2] }, { b: [2], a: 1 },        true,  'an object has no order'],
  ['items in another order', [1, 2],          [2, 1],                  false, 'a list has one'],
  ['items that differ',     [{ a: 1 }],       [{ a: 2 }],              false, 'lists are looked into'],
  ['one item more',         [1],              [1, 2],                  false, 'it says more'],
  ['another key',           { a: 1 },         { b: 1 },                false, 'it says something else'],
  ['no value and no key',   { a: undefined }, {},                      true,  'JSON does not write what is undefined'],
  ['no value and null',     { a: undefined }, { a: null },             false, 'JSON writes null'],
  ['no value beside one',   { a: undefined, b: 1 }, { a: 1 },          false, 'as many values are not the same values'],
  ['no number twice',       { a: Number.NaN }, { a: Number.NaN },      true,  'else a status with one would never settle'],
  ['a list and an object',  [],               {},                      false, 'JSON tells them apart'],
  ['null and an object',    null,             {},                      false, 'nothing is not empty'],
  ['a key of every object', {},               { toString: 1 },         false, 'only own keys count'],
  ['the odd key of every object', JSON.parse('{"__proto__":{}}'), { a: 1 }, false, 'only own keys count'],
  ['the odd key twice',     JSON.parse('{"__proto__":{}}'), JSON.parse('{"__proto__":{}}'), true, 'JSON has no odd keys'],
]

describe('Two JSON values', () => {
  for (const [name, a, b, says, because] of cases) {
    it(`${name}: ${says ? 'the same' : 'not the same'}, because ${because}`, () => {
      assert.equal(same(a, b), says)
      assert.equal(same(b, a), says)
    })
  }
})
