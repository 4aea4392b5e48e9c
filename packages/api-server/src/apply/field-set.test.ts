import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { Json } from '../json/json.ts'
import {
  difference,
  emptySet,
  type FieldSet,
  fieldSetOf,
  hasPath,
  intersection,
  isEmptySet,
  leaf,
  pathsOf,
  readFieldsV1,
  recursiveDifference,
  rememberedDifference,
  rememberedUnion,
  share,
  union,
  unionOf,
} from './field-set.ts'
import { pathText } from './path-element.ts'

function read(fields: Json): FieldSet {
  const set = readFieldsV1(fields)
  assert.ok(typeof set['error'] !== 'string')
  return set as FieldSet
}

const paths = (set: FieldSet): string[] => pathsOf(set).map(pathText)

const a = read({ 'f:a': {}, 'f:b': { '.': {}, 'f:x': {}, 'f:y': {} } })
const b = read({ 'f:b': {}, 'f:c': { 'f:z': {} } })

type Operation = [name: string, result: FieldSet, says: string[], because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const operations: Operation[] = [
  ['union',                union(a, b),                                 ['.a', '.b', '.b.x', '.b.y', '.c.z'], 'all of both'],
  ['intersection',         intersection(a, b),                          ['.b'],                               'b alone is in both'],
  ['difference',           difference(a, b),                            ['.a', '.b.x', '.b.y'],               'what lies below b stays'],
  ['recursive difference', recursiveDifference(a, b),                   ['.a'],                               'what lies below b goes too'],
  ['of field names',       fieldSetOf(['m'], ['m', 'n'], ['k', 'l']),   ['.m', '.k.l', '.m.n'],               'members come before what lies below'],
]

const element = fc.constantFrom(
  'f:a',
  'f:b',
  'f:c',
  'k:{"name":"x"}',
  'k:{"port":10}',
  'k:{"port":2}',
  'v:"x"',
  'i:0',
)
const sets: fc.Arbitrary<FieldSet> = fc
  .array(fc.array(element, { minLength: 1, maxLength: 4 }), { maxLength: 8 })
  .map((all) =>
    all.reduce<FieldSet>(
      (set, path) =>
        union(
          set,
          path.reduceRight<FieldSet>((below, step) => ({ [step]: below }), leaf),
        ),
      emptySet,
    ),
  )

describe('a set of fields', () => {
  for (const [name, result, says, because] of operations) {
    it(`${name}: ${says.join(' ')}, because ${because}`, () => assert.deepEqual(paths(result), says))
  }

  it('is read whatever the order and spelling of its keys', () => {
    const fields = { 'f:b': { 'k:{ "port":1, "name":"x"}': { '.': {} } }, 'z:later': {}, 'f:a': null }
    assert.equal(JSON.stringify(read(fields)), '{"f:a":{},"f:b":{"k:{\\"name\\":\\"x\\",\\"port\\":1}":{}}}')
  })

  it('is not read from anything but objects with path elements', () => {
    for (const broken of [{ 'f:a': 1 }, { a: {} }, { 'k:{': {} }, 'text'] as Json[]) {
      assert.equal(typeof readFieldsV1(broken)['error'], 'string')
    }
  })

  it('comes back the same from FieldsV1', () => {
    fc.assert(
      fc.property(sets, (set) =>
        assert.equal(JSON.stringify(read(JSON.parse(JSON.stringify(set)))), JSON.stringify(set)),
      ),
    )
  })

  it('gives itself back where an operation changes nothing', () => {
    fc.assert(
      fc.property(sets, (set) => {
        assert.equal(union(set, set), set)
        assert.equal(union(set, intersection(set, a)), set)
        assert.equal(difference(set, emptySet), set)
        assert.ok(isEmptySet(difference(set, set)))
      }),
    )
  })

  it('that is shared gives the same result as any other, however often it is asked', () => {
    fc.assert(
      fc.property(sets, fc.array(sets, { minLength: 1, maxLength: 3 }), (set, others) => {
        const known = read(JSON.parse(JSON.stringify(set)))
        share(known)
        for (const other of [...others, ...others, ...others.flatMap((each) => [each, each, each])]) {
          const copy = read(JSON.parse(JSON.stringify(other)))
          assert.deepEqual(rememberedUnion(known, copy), union(set, other))
          assert.deepEqual(rememberedDifference(known, copy), difference(set, other))
          assert.equal(isEmptySet(rememberedDifference(known, copy)), isEmptySet(difference(set, other)))
        }
        assert.equal(rememberedUnion(known, known), known)
        assert.equal(rememberedDifference(known, emptySet), known)
      }),
    )
  })

  it('is empty in one way only, which is told without looking inside', () => {
    const empties = (set: FieldSet): FieldSet[] =>
      Object.keys(set).length === 0 ? [set] : Object.values(set).flatMap(empties)
    fc.assert(
      fc.property(sets, sets, (left, right) => {
        const all = [union(left, right), intersection(left, right), difference(left, right)]
        for (const set of [...all, recursiveDifference(left, right), read(JSON.parse(JSON.stringify(left)))])
          for (const empty of empties(set)) assert.ok(empty === leaf || empty === emptySet)
      }),
    )
  })

  it('of many is what joining one after the other gives', () => {
    fc.assert(
      fc.property(fc.array(sets), (all) => {
        const joined = all.reduce(union, emptySet)
        assert.equal(JSON.stringify(unionOf(all)), JSON.stringify(joined))
      }),
    )
  })

  it('has, after each operation, exactly the paths that the operation means', () => {
    fc.assert(
      fc.property(sets, sets, (left, right) => {
        const l = new Set(paths(left))
        const r = new Set(paths(right))
        const sorted = (all: Iterable<string>): string[] => [...new Set(all)].sort()
        assert.deepEqual(paths(union(left, right)).sort(), sorted([...l, ...r]))
        assert.deepEqual(
          paths(intersection(left, right)).sort(),
          sorted([...l].filter((path) => r.has(path))),
        )
        assert.deepEqual(paths(difference(left, right)).sort(), sorted([...l].filter((path) => !r.has(path))))
        for (const path of pathsOf(left)) assert.ok(hasPath(left, path))
      }),
    )
  })
})
