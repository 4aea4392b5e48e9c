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
  ]
  for (const [name, node, expected, because] of cases) {
    it(`${name}, because ${because}`, () => assert.deepEqual(openApiOf(node, named), expected))
  }

  it('needs no names, because a family may write every part where it stands', () => {
    assert.deepEqual(openApiOf({ type: 'boolean' }, {}), { type: 'boolean' })
  })
})

describe('the type of a schema', () => {
  it('is that of its parts, because the compiler reads the same schema', () => {
    const schema = {
      type: 'object',
      properties: { count: { $ref: 'Count' }, size: { type: 'string', enum: ['small', 'large'] } },
    } as const
    const value: Typed<typeof schema, Parts> = { count: 1, size: 'small' }
    // @ts-expect-error: a value that the schema does not list must not compile
    const wrong: Typed<typeof schema, Parts> = { size: 'medium' }
    assert.deepEqual(
      Object.keys({ ...value, ...wrong }),
      Object.keys(openApiOf(schema, named).properties ?? {}),
    )
  })
})
