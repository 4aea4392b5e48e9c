import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { same } from '@sitrep/status/same'
import fc from 'fast-check'
import type { JsonObject } from '../json/json.ts'
import { compileSchema } from './compiled-schema.ts'
import { applySchemaDefaults } from './defaults.ts'
import { pruneObject } from './prune.ts'
import type { Schema } from './schema.ts'
import { validateObject } from './validate-object.ts'

const name = fc.constantFrom('a', 'b', '__proto__', 'constructor')
const { schema } = fc.letrec<{ schema: Schema }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<Schema>(
      { type: 'string', maxLength: 2, default: 'd' },
      { type: 'integer', minimum: 1, nullable: true },
      { type: 'boolean' },
      { 'x-kubernetes-int-or-string': true },
      { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    ),
    tie('schema').map((items): Schema => ({ type: 'array', items, maxItems: 2 })),
    tie('schema').map((additionalProperties): Schema => ({ type: 'object', additionalProperties })),
    fc
      .array(fc.tuple(name, tie('schema')), { maxLength: 3 })
      .map(
        (entries): Schema => ({ type: 'object', properties: Object.fromEntries(entries), required: ['a'] }),
      ),
  ),
}))
const value = fc
  .jsonValue({ maxDepth: 4 })
  .map((member) => ({ a: member, spec: { a: member, b: [member, { a: member }] } }) as JsonObject)

describe('any schema and any object', () => {
  it('agree after pruning: nothing more is unknown', () => {
    fc.assert(
      fc.property(schema, value, (written, object) => {
        const compiled = compileSchema({ type: 'object', properties: { spec: written, a: written } })
        const once = pruneObject(compiled, object)
        const twice = pruneObject(compiled, once.object)
        assert.deepEqual(twice.unknown, [])
        assert.ok(same(twice.object, once.object))
      }),
    )
  })

  it('agree after defaulting: nothing more is missing', () => {
    fc.assert(
      fc.property(schema, value, (written, object) => {
        const compiled = compileSchema({ type: 'object', properties: { spec: written, a: written } })
        const once = applySchemaDefaults(compiled, object)
        assert.equal(applySchemaDefaults(compiled, once), once)
      }),
    )
  })

  it('give the same errors every time, and none for an update that changes nothing', () => {
    fc.assert(
      fc.property(schema, value, (written, object) => {
        const compiled = compileSchema({ type: 'object', properties: { spec: written, a: written } })
        assert.deepEqual(validateObject(compiled, object), validateObject(compiled, object))
        assert.deepEqual(validateObject(compiled, object, { old: object }), [])
      }),
    )
  })
})
