import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../json/json.ts'
import { compareObjects } from './compare.ts'
import { compareCreated } from './compare-created.ts'
import { fieldSetOf } from './field-set.ts'
import { objectType } from './field-type.ts'
import { widget, widgetSchema, widgetVersion } from './testing.ts'

const type = objectType(widgetSchema)
const blank = {
  apiVersion: widgetVersion,
  kind: 'Widget',
  metadata: { creationTimestamp: null },
  spec: { size: 0 },
}
const created = (spec: JsonObject, ignored?: string) =>
  compareCreated({
    type,
    blank,
    object: widget(spec),
    ignored: ignored === undefined ? undefined : fieldSetOf([ignored]),
  })

type Row = [what: string, first: JsonObject, second: JsonObject, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const others: readonly Row[] = [
  ['a further name',       { colour: 'red' },            { colour: 'red', size: 1 },      'it is one more field'],
  ['one name less',        { colour: 'red', size: 1 },   { colour: 'red' },               'it is one field less'],
  ['another name',         { colour: 'red' },            { size: 1 },                     'names are what is owned'],
  ['a name further in',    { options: { a: '1' } },      { options: { b: '1' } },         'members are owned one by one'],
  ['another item',         { tags: ['a'] },              { tags: ['b'] },                 'items are known by their value'],
  ['another key',          { ports: [{ port: 80 }] },    { ports: [{ port: 81 }] },       'items are known by their keys'],
  ['a map that is filled', { extra: { a: {} } },         { extra: { a: { b: 'c' } } },    'its members are fields too'],
  ['what was there',       { size: 1 },                  { size: 0 },                     'nobody brought what a blank object has'],
  ['what was not there',   { size: 0 },                  { size: 1 },                     'a blank object has another value'],
]

describe('what a new object has', () => {
  for (const [what, first, second, because] of others) {
    it(`is found out anew for ${what}, because ${because}`, () => {
      for (const spec of [first, first, first, second, second, second]) {
        assert.deepEqual(created(spec), compareObjects(type, blank, widget(spec)))
      }
      assert.notDeepEqual(created(first), created(second))
    })
  }

  it('is one answer for objects that differ in values only, and in what identifies them', () => {
    const answers = ['red', 'blue', 'green'].map((colour, at) => created({ colour, options: { a: `${at}` } }))
    assert.equal(answers[1], answers[2])
    assert.deepEqual(answers[0], answers[1])
  })

  it('leaves out what the endpoint does not write, each its own', () => {
    const whole = created({ colour: 'red' })
    const part = created({ colour: 'red' }, 'spec')
    assert.ok(whole.added['f:spec'] !== undefined)
    assert.equal(part.added['f:spec'], undefined)
    assert.deepEqual(created({ colour: 'red' }), whole)
  })

  it('of very many values is told all the same', () => {
    const options = Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`n${at}`, 'long enough']))
    for (let round = 0; round < 3; round++)
      assert.deepEqual(created({ options }), compareObjects(type, blank, widget({ options })))
  })
})
