import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../json/json.ts'
import { parseJson } from '../json/parse-json.ts'
import { compileSchema } from './compiled-schema.ts'
import { applySchemaDefaults } from './defaults.ts'
import type { Schema } from './schema.ts'

const schema = compileSchema({
  type: 'object',
  properties: {
    plain: { type: 'integer', default: 1 },
    nullable: { type: 'string', nullable: true, default: 'n' },
    parent: { type: 'object', properties: { child: { type: 'integer', default: 2 } } },
    whole: {
      type: 'object',
      default: { given: 1 },
      properties: { given: { type: 'integer' }, inner: { type: 'integer', default: 3 } },
    },
    list: { type: 'array', items: { type: 'object', properties: { k: { type: 'string', default: 'k' } } } },
    map: {
      type: 'object',
      additionalProperties: { type: 'object', properties: { v: { type: 'integer', default: 4 } } },
    },
  },
})

const rest = { plain: 1, nullable: 'n', whole: { given: 1, inner: 3 } }

type Case = [given: string, filled: object, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['{}',                            rest,                                                    'what is missing is filled in, down into what was filled in'],
  ['{"plain":5}',                   { ...rest, plain: 5 },                                   'what is there stays'],
  ['{"plain":null}',                rest,                                                    'null counts as missing'],
  ['{"nullable":null}',             { ...rest, nullable: null },                             'unless it is allowed'],
  ['{"parent":{}}',                 { ...rest, parent: { child: 2 } },                       'a parent that is there gets its children'],
  ['{"whole":{}}',                  { ...rest, whole: { inner: 3 } },                        'the default of the whole is not mixed with what is given'],
  ['{"list":[{},{"k":"x"}]}',       { ...rest, list: [{ k: 'k' }, { k: 'x' }] },             'in every item'],
  ['{"map":{"a":{},"__proto__":{}}}', { ...rest, map: JSON.parse('{"a":{"v":4},"__proto__":{"v":4}}') }, 'under every key'],
]

describe('applySchemaDefaults', () => {
  for (const [given, filled, because] of cases) {
    it(`${given}, because ${because}`, () => {
      const object = parseJson(given).value as JsonObject
      const before = JSON.stringify(object)
      assert.deepEqual(applySchemaDefaults(schema, object), filled)
      assert.equal(JSON.stringify(object), before)
    })
  }

  it('returns the same object when nothing is missing', () => {
    const object = applySchemaDefaults(schema, {})
    assert.equal(applySchemaDefaults(schema, object), object)
  })

  it('leaves out what together is more than can be stored, because each item may bring all of it', () => {
    const entry: Schema = {
      type: 'object',
      properties: { d: { type: 'string', default: 'x'.repeat(100_000) } },
    }
    const large = compileSchema({ type: 'object', properties: { list: { type: 'array', items: entry } } })
    const list = Array.from({ length: 10_000 }, () => ({}))
    const filled = JSON.stringify(applySchemaDefaults(large, { list })).length
    assert.ok(filled > 1.5 * 1024 * 1024 && filled < 3 * 1024 * 1024, `${filled} bytes`)
  })

  it('leaves out what is more values than are read, and tells so', () => {
    const one: Schema = { type: 'integer', default: 1 }
    const properties = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`p${at}`, one]))
    const large = compileSchema({ type: 'object', additionalProperties: { type: 'object', properties } })
    const object = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`k${at}`, {}]))
    let told = 0
    const filled = applySchemaDefaults(large, object, () => void told++)
    const values = Object.values(filled).flatMap((each) => Object.keys(each as object))
    assert.ok(values.length <= 50_000, `${values.length} values`)
    assert.equal(told, 1)
  })
})
