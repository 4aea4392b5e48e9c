import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { Json, JsonObject } from '../json/json.ts'
import { applyMergePatch, createMergePatch } from './merge-patch.ts'

type Case = [name: string, document: JsonObject, patch: JsonObject, says: JsonObject, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['replace',           { a: 'b' },             { a: 'c' },              { a: 'c' },              'the patch wins'],
  ['add',               { a: 'b' },             { b: 'c' },              { a: 'b', b: 'c' },      'what is not named stays'],
  ['remove',            { a: 'b', b: 1 },       { a: null },             { b: 1 },                'null removes'],
  ['remove nothing',    { a: 1 },               { b: null },             { a: 1 },                'null for a missing member adds nothing'],
  ['descend',           { a: { b: 1, c: 2 } },  { a: { b: null, d: 3 } },{ a: { c: 2, d: 3 } },   'objects are merged'],
  ['list',              { a: [1, 2] },          { a: [3] },              { a: [3] },              'lists are replaced'],
  ['object over list',  { a: [1] },             { a: { b: 1, c: null } },{ a: { b: 1 } },         'there is nothing to merge with, and nulls mean nothing there'],
  ['nulls in a list',   {},                     { a: [{ b: null }] },    { a: [{}] },             'the server drops them'],
  ['list over object',  { a: {} },              { a: [{ b: null }] },    { a: [{ b: null }] },    'the one place where the server keeps them'],
  ['stored null',       { a: null },            { a: { b: null } },      { a: {} },               'a null is nothing to merge with'],
]

const key = fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor')
const json = fc.letrec<{ value: Json; object: JsonObject }>((tie) => ({
  object: fc
    .array(fc.tuple(key, tie('value')), { maxLength: 4 })
    .map((members) => Object.fromEntries(members)),
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<Json>(0, 1, 'x', true, 9007199254740993n),
    tie('object'),
    fc.array(tie('value'), { maxLength: 3 }),
  ),
}))
const withNulls: fc.Arbitrary<JsonObject> = json.object.chain((object) =>
  fc
    .array(key, { maxLength: 2 })
    .map((keys) => ({ ...object, ...Object.fromEntries(keys.map((k) => [k, null])) })),
)

/** RFC 7386, section 2, for patches without nulls inside lists. */
function reference(target: Json | undefined, patch: Json): Json {
  if (!plain(patch)) return patch
  const result = new Map(plain(target) ? Object.entries(target) : [])
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) result.delete(name)
    else result.set(name, reference(result.get(name), value))
  }
  return Object.fromEntries(result)
}

function plain(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

describe('merge patch', () => {
  for (const [name, document, patch, says, because] of cases) {
    it(`${name}, because ${because}`, () => {
      const before = structuredClone({ document, patch })
      assert.deepEqual(applyMergePatch(document, patch), says)
      assert.deepEqual({ document, patch }, before)
    })
  }

  it('agrees with the text of RFC 7386', () => {
    fc.assert(
      fc.property(json.object, withNulls, (document, patch) =>
        assert.deepEqual(applyMergePatch(document, patch), reference(document, patch)),
      ),
    )
  })

  it('is created so that it leads from one object to the other', () => {
    fc.assert(
      fc.property(json.object, json.object, (before, after) =>
        assert.deepEqual(applyMergePatch(before, createMergePatch(before, after)), after),
      ),
    )
  })

  it('is empty between equal objects', () => {
    fc.assert(fc.property(json.object, (object) => assert.deepEqual(createMergePatch(object, object), {})))
  })
})
