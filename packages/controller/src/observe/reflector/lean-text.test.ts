import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { LeanText } from './lean-text.ts'
import { conditionWriters } from './writers.ts'

const written = {
  'f:status': {
    'f:phase': {},
    'f:conditions': { '.': {}, 'k:{"type":"Ready"}': { '.': {}, 'f:status': {} } },
  },
}
const entry = (fieldsV1: object) => ({
  manager: 'm',
  operation: 'Update',
  apiVersion: 'g/v1',
  time: 't',
  fieldsType: 'FieldsV1',
  fieldsV1,
})
const object = (metadata: object, rest: object = {}) => ({
  apiVersion: 'g/v1',
  kind: 'Thing',
  metadata: { name: 'a', ...metadata },
  ...rest,
})
const ready = { 'k:{"type":"Ready"}': 0 }
const reduced = { ...entry({}), fieldsV1: { 'f:status': { 'f:conditions': ready } } }

type Case = [name: string, given: object, keptNothing: object, keptWriters: object, because: string]

const plain = object({ labels: { a: 'b' } })
const other = object({ managedFields: [entry({ 'f:spec': {} })] })
const both = object({ managedFields: [entry({ 'f:spec': {} }), entry(written)], uid: 'u' })
const deep = object({ managedFields: [entry({ 'f:status': { 'f:v1beta2': { 'f:conditions': ready } } })] })
const own = object({}, { spec: { managedFields: [{ name: 'x', nested: { a: [1] } }], more: 1 } })
const words = object({ annotations: { last: '{"managedFields":[{"fieldsV1":{}}]}' } })
const braces = object({ managedFields: [entry({ 'f:spec': { 'v:["}]",{"a":[1]}]': {} } })], uid: 'ü' })

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: readonly Case[] = [
  ['no field managers',        plain,                          plain,                   plain,                                            'there is nothing to drop'],
  ['managers of other fields', other,                          object({}),              object({}),                                       'they say nothing about conditions'],
  ['managers of conditions',   both,                           object({ uid: 'u' }),    object({ managedFields: [reduced], uid: 'u' }),   'who wrote which condition is asked for'],
  ['conditions elsewhere',     deep,                           object({}),              object({}),                                       'only status.conditions are read'],
  ['a field of the same name', own,                            own,                     own,                                              'a resource may call its fields as it likes'],
  ['the same words in a text', words,                          words,                   words,                                            'a text is no field'],
  ['brackets in a key',        braces,                         object({ uid: 'ü' }),    object({ uid: 'ü' }),                             'a set of values is named by its values'],
  ['none',                     object({ managedFields: [] }),  object({ managedFields: [] }), object({ managedFields: [] }),              'nothing is nothing'],
  ['two objects',              { items: [both, other] },       { items: [object({ uid: 'u' }), object({})] }, { items: [object({ managedFields: [reduced], uid: 'u' }), object({})] }, 'a list holds many'],
]

const leanOf = (keep: 'writers' | 'nothing', given: object): unknown =>
  JSON.parse(new LeanText(keep).of(Buffer.from(JSON.stringify(given))))

describe('Lean text', () => {
  for (const [name, given, nothing, writers, because] of cases) {
    it(`of ${name}, because ${because}`, () => {
      assert.deepEqual(leanOf('nothing', given), nothing)
      assert.deepEqual(leanOf('writers', given), writers)
    })
  }

  it('of one object says nothing about what stands behind its field managers', () => {
    const embedded = object({ managedFields: [entry({ 'f:spec': {} })] }, { spec: { template: other } })
    const text = new LeanText('nothing').of(Buffer.from(JSON.stringify(embedded)), 'one')
    assert.deepEqual(JSON.parse(text), object({}, { spec: { template: other } }))
  })

  it('tells the same writers as the whole object does', () => {
    const lean = leanOf('writers', both) as Parameters<typeof conditionWriters>[0]
    assert.deepEqual(conditionWriters(lean), conditionWriters(both))
  })

  it('leaves bytes that are no JSON what they are', () => {
    for (const text of [
      '{"managedFields":[{"fieldsV1":{',
      '{"managedFields":[',
      '"managedFields":[}',
      '{"managedFields":[{"fieldsV1":{}',
    ])
      assert.throws(() => JSON.parse(new LeanText('writers').of(Buffer.from(text))), SyntaxError)
  })

  it('of any JSON without field managers is the same JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (before, after) => {
        const given = {
          before,
          managedFields: [entry({ 'f:spec': { [JSON.stringify(before)]: {} } })],
          after,
        }
        assert.deepEqual(leanOf('nothing', given), JSON.parse(JSON.stringify({ before, after })))
      }),
    )
  })
})
