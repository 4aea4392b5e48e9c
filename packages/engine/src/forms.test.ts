import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { KubeObject } from '@sitrep/status'
import fc from 'fast-check'
import { Forms, objectOn } from './forms.ts'

const machine = (name: string, time: string, more: object = {}): KubeObject => ({
  apiVersion: 'example.org/v1',
  kind: 'Machine',
  metadata: { name, creationTimestamp: time, labels: { team: 'blue' } },
  spec: { image: 'one', disks: [{ size: 1 }, { size: 2 }] },
  status: { node: { name }, conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: time }] },
  ...more,
})

const fruitful = (...objects: readonly KubeObject[]): Forms => {
  const forms = new Forms()
  for (const object of objects) forms.sheet(object)
  return forms
}

describe('Forms', () => {
  it('keep of an object only what differs, each text once', () => {
    const forms = fruitful(machine('a', 'then'), machine('b', 'now'))
    const sheet = forms.sheet(machine('c', 'soon'))
    assert.deepEqual(sheet?.slice(1), ['c', 'soon'])
    assert.deepEqual(sheet && objectOn(sheet), machine('c', 'soon'))
  })

  it('keep the first of a sort as it is, for a form of its own would be more than the object', () => {
    assert.equal(new Forms().sheet(machine('a', 'then')), undefined)
  })

  it('give a form another blank where two texts that went together no longer do', () => {
    const forms = fruitful(machine('a', 'then'), machine('b', 'now'))
    const other = { ...machine('c', 'soon'), status: machine('d', 'late').status } as KubeObject
    const [sheet, before] = [forms.sheet(other), forms.sheet(machine('e', 'now'))]
    assert.deepEqual(sheet?.slice(1), ['c', 'soon', 'd', 'late'])
    assert.deepEqual(sheet && objectOn(sheet), other)
    assert.deepEqual(before && objectOn(before), machine('e', 'now'))
  })

  it('share between objects what none of them has for itself', () => {
    const forms = fruitful(machine('a', 'then'), machine('b', 'now'))
    const [one, other] = ['c', 'd'].map((name) => forms.sheet(machine(name, 'now')))
    assert.equal(one && objectOn(one).spec, other && objectOn(other).spec)
  })

  type Case = [name: string, different: object, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly Case[] = [
    ['a name more',         { spec: { image: 'one', disks: [{ size: 1 }, { size: 2 }], more: 1 } },    'what came is there'],
    ['a name less',         { spec: { image: 'one' } },                                                'what is gone stays gone'],
    ['another order',       { spec: { disks: [{ size: 1 }, { size: 2 }], image: 'one' } },             'that is other bytes'],
    ['a longer list',       { spec: { image: 'one', disks: [{ size: 1 }, { size: 2 }, { size: 3 }] } }, 'a list has a length'],
    ['a map for a list',    { spec: { image: 'one', disks: { 0: { size: 1 }, 1: { size: 2 } } } },     'a map is no list'],
    ['null for a text',     { spec: { image: null, disks: [{ size: 1 }, { size: 2 }] } },              'null is no text'],
    ['nothing for a text',  { spec: { image: undefined, disks: [{ size: 1 }, { size: 2 }] } },         'a name without a value stays one'],
    ['everybody’s name',    { spec: JSON.parse('{"__proto__":{"image":"one"}}') },                     'it is a name like any other'],
    ['a number for a text', { spec: { image: 1, disks: [{ size: 1 }, { size: 2 }] } },                 'it is filled in as it is'],
  ]
  for (const [name, different, because] of cases)
    it(`stand for ${name} to the byte, because ${because}`, () => {
      const forms = fruitful(machine('a', 'then'), machine('b', 'now'), machine('c', 'soon', different))
      const object = machine('d', 'late', different)
      const before = JSON.stringify(object)
      const sheet = forms.sheet(object)
      assert.deepEqual(sheet === undefined ? object : objectOn(sheet), object)
      assert.equal(JSON.stringify(sheet === undefined ? object : objectOn(sheet)), before)
      assert.equal(JSON.stringify(object), before)
    })

  it('stand for any objects in any order to the byte', () => {
    const small = fc.oneof(
      fc.constantFrom('x', 'y', ''),
      fc.integer({ min: 0, max: 2 }),
      fc.constant(null),
      fc.boolean(),
    )
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        small,
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom('a', 'b', '1', '__proto__'), tie('tree'), { maxKeys: 3 }),
      ),
    }))
    fc.assert(
      fc.property(fc.array(tree, { maxLength: 30 }), (specs) => {
        const forms = new Forms()
        const objects = specs.map((spec) => machine('a', 'then', { spec }))
        const sheets = objects.map((object) => forms.sheet(object))
        // What came later must not have changed what came before.
        for (const [at, sheet] of sheets.entries())
          assert.equal(
            JSON.stringify(sheet === undefined ? objects[at] : objectOn(sheet)),
            JSON.stringify(machine('a', 'then', { spec: specs[at] })),
          )
      }),
      { numRuns: 500 },
    )
  })

  it('are given up for a kind of which no two objects are alike', () => {
    const forms = new Forms()
    const odd = (count: number): KubeObject =>
      machine('a', 'then', {
        spec: Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}`, at])),
      })
    for (let count = 0; count < 300; count++) forms.sheet(odd(count))
    forms.sheet(odd(7))
    assert.equal(forms.sheet(odd(7)), undefined)
  })
})
