import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json, JsonObject } from './json.ts'
import { mapItems, mapMembers } from './map-json.ts'

type Case = [name: string, given: JsonObject, says: JsonObject, because: string]

const mapped = (member: Json): Json | undefined => (member === 0 ? 1 : (member ?? undefined))

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['replaced', { a: 'x', b: 0, c: 'y' },          { a: 'x', b: 1, c: 'y' }, 'order stays'],
  ['dropped',  { a: 'x', b: null, c: 'y' },       { a: 'x', c: 'y' },       'undefined stands for nothing'],
  ['first',    { a: null, b: 'x' },               { b: 'x' },               'nothing comes before it'],
  ['hostile',  JSON.parse('{"__proto__":1,"a":0}'), JSON.parse('{"__proto__":1,"a":1}'), 'a name is data'],
]

describe('mapMembers', () => {
  for (const [name, given, says, because] of cases) {
    it(`${name}: ${JSON.stringify(says)}, because ${because}`, () => {
      assert.equal(JSON.stringify(mapMembers(given, mapped)), JSON.stringify(says))
    })
  }

  it('gives the same object back where nothing changes', () => {
    const object = { a: 'x', b: [1] }
    assert.equal(mapMembers(object, mapped), object)
  })
})

describe('mapItems', () => {
  it('gives the same list back where nothing changes, and another one where something does', () => {
    const items = ['x', 0, 'y']
    assert.equal(
      mapItems(items, (item) => item),
      items,
    )
    assert.deepEqual(
      mapItems(items, (item) => (item === 0 ? 1 : item)),
      ['x', 1, 'y'],
    )
  })
})
