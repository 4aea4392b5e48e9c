import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { narrowScope } from './resource.ts'

const byType = { fieldSelector: 'type' }
const byName = { fieldSelector: 'metadata.name', namespaced: true } as const

// biome-ignore format: the table is the specification; its columns stay aligned
const rows = [
  ['a whole kind',                 undefined, '',            undefined, {},                                                        'nothing limits it'],
  ['a whole kind of a namespace',  undefined, '',            'prod',    { namespace: 'prod' },                                     'everything is limited to it'],
  ['a field',                      byType,    'tls',         undefined, { fieldSelector: 'type=tls' },                             'servers select by it'],
  ['a field within a namespace',   byType,    'tls',         'prod',    { namespace: 'prod', fieldSelector: 'type=tls' },          'both hold'],
  ['a name',                       byName,    'prod/a',      undefined, { namespace: 'prod', fieldSelector: 'metadata.name=a' },   'the same name elsewhere is another object'],
  ['a name within a namespace',    byName,    'prod/a',      'prod',    { namespace: 'prod', fieldSelector: 'metadata.name=a' },   'that is where it is'],
  ['a name beyond that namespace', byName,    'other/a',     'prod',    { namespace: 'prod', fieldSelector: 'metadata.name=a,metadata.namespace=other' }, 'nothing is asked for beyond'],
] as const

describe('What one key leads to', () => {
  for (const [name, index, key, namespace, scope, because] of rows)
    it(`${name}: ${because}`, () => assert.deepEqual(narrowScope(index, { key, namespace }), scope))
})
