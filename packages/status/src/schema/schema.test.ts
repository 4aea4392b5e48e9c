import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { OpenApi } from './open-api.ts'
import type { SchemaNode, Typed } from './schema-node.ts'
import { openApiOf } from './write-schema.ts'

interface Parts {
  readonly Count: number
}

const named: Readonly<Record<keyof Parts, OpenApi>> = { Count: { type: 'integer', format: 'int32' } }
const open = { 'x-kubernetes-preserve-unknown-fields': true } as const

describe('a schema written out', () => {
  type Case = readonly [name: string, node: SchemaNode<keyof Parts>, expected: OpenApi, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly Case[] = [
    ['a plain type',       { type: 'string', minLength: 1 },                             { type: 'string', minLength: 1 },                                 'it says all itself'],
    ['a name',             { $ref: 'Count' },                                            { type: 'integer', format: 'int32' },                             'it becomes what it stands for'],
    ['a list of a name',   { type: 'array', items: { $ref: 'Count' }, maxItems: 2 },     { type: 'array', items: named.Count, maxItems: 2 },               'names are found inside lists'],
    ['a name in fields',   { type: 'object', properties: { a: { $ref: 'Count' } } },     { type: 'object', properties: { a: named.Count }, ...open },      'names are found inside fields'],
    ['what must be there', { type: 'object', properties: {}, required: ['a'] },          { type: 'object', properties: {}, required: ['a'], ...open },     'an API server asks for it'],
    ['fields, one at least', { type: 'object', properties: {}, minProperties: 1 },       { type: 'object', minProperties: 1, properties: {}, ...open },    'a part that is empty is left out'],
    ['a default',          { type: 'string', default: 'a', pattern: '^a' },              { type: 'string', default: 'a', pattern: '^a' },                  'an API server fills it in'],
    ['a default of fields', { type: 'object', properties: {}, default: { a: 1 } },       { type: 'object', properties: {}, default: { a: 1 }, ...open },   'an API server fills it in'],
    ['a whole list',       { type: 'array', items: { type: 'boolean' }, owned: 'whole' }, { type: 'array', items: { type: 'boolean' }, 'x-kubernetes-list-type': 'atomic' }, 'one writer has all of it'],
    ['a set',              { type: 'array', items: { type: 'boolean' }, owned: 'by value' }, { type: 'array', items: { type: 'boolean' }, 'x-kubernetes-list-type': 'set' }, 'every value is there once'],
    ['a keyed list',       { type: 'array', items: { type: 'boolean' }, owned: ['a'] },  { type: 'array', items: { type: 'boolean' }, 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['a'] }, 'writers share it entry by entry'],
    ['an owned object',    { type: 'object', properties: {}, owned: 'whole' },           { type: 'object', properties: {}, ...open, 'x-kubernetes-map-type': 'atomic' }, 'one writer has all of it'],
    ['fields of any name', { type: 'map', values: { $ref: 'Count' }, maxProperties: 2 }, { type: 'object', additionalProperties: named.Count, maxProperties: 2 }, 'names are found inside values'],
    ['a number or a text', { type: 'int-or-string' },                                    { anyOf: [{ type: 'integer' }, { type: 'string' }], 'x-kubernetes-int-or-string': true }, 'that is how an API server says it'],
    ['a description',      { type: 'integer', description: 'How many' },                 { type: 'integer', description: 'How many' },                     'kubectl explain prints it'],
    ['of a name',          { $ref: 'Count', description: 'How many' },                   { type: 'integer', format: 'int32', description: 'How many' },    'one use of a part may have a word of its own'],
    ['of fields',          { type: 'object', properties: {}, description: 'All' },       { type: 'object', description: 'All', properties: {}, ...open },  'kubectl explain prints it'],
    ['what must hold',     { type: 'integer', rules: [['self > 1', 'More than one']] },  { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self > 1', message: 'More than one' }] }, 'an API server checks it'],
  ]
  for (const [name, node, expected, because] of cases) {
    it(`${name}, because ${because}`, () => assert.deepEqual(openApiOf(node, named), expected))
  }

  it('drops what it does not name where that is wanted, inside lists and maps as well', () => {
    const part = { type: 'object', properties: {} } as const
    const node = {
      type: 'object',
      properties: { a: { type: 'array', items: part }, b: { type: 'map', values: part } },
    } as const
    assert.ok(!JSON.stringify(openApiOf(node, {}, 'dropped')).includes('preserve-unknown-fields'))
  })

  it('needs no names, because a family may write every part where it stands', () => {
    assert.deepEqual(openApiOf({ type: 'boolean' }, {}), { type: 'boolean' })
  })
})

describe('the type of a schema', () => {
  it('is that of its parts, because the compiler reads the same schema', () => {
    const schema = {
      type: 'object',
      properties: {
        count: { $ref: 'Count' },
        size: { type: 'string', enum: ['small', 'large'] },
        counts: { type: 'map', values: { $ref: 'Count' } },
        target: { type: 'int-or-string' },
      },
    } as const
    const value: Typed<typeof schema, Parts> = { count: 1, size: 'small', counts: { a: 1 }, target: 'web' }
    // @ts-expect-error: a value that the schema does not list must not compile
    const wrong: Typed<typeof schema, Parts> = { size: 'medium' }
    assert.deepEqual(
      Object.keys({ ...value, ...wrong }),
      Object.keys(openApiOf(schema, named).properties ?? {}),
    )
  })
})
