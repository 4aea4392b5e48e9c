import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import type { Json, JsonObject, KubeObject } from '../json/json.ts'
import { decodeManagedFields } from './managed-fields.ts'
import { parseOwned } from './parse-owned.ts'

const parse = (text: string): KubeObject => JSON.parse(text)

const fields = { 'f:spec': { '.': {}, 'k:{"type":"Ready"}': { 'f:status': {} } } }

function entry(manager: string, fieldsV1: Json, subresource?: string): JsonObject {
  const told = { manager, operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1 }
  return subresource === undefined ? told : { ...told, subresource }
}

const owned = (managedFields: readonly Json[], rest: JsonObject = {}): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Widget',
  metadata: { name: 'a', managedFields },
  ...rest,
})

// biome-ignore format: the table is the specification; its columns stay aligned
const objects: readonly [what: string, object: JsonObject, because: string][] = [
  ['a known set',                owned([entry('a', fields)]),                                      'it is put back'],
  ['known sets, one in a part',  owned([entry('a', fields), entry('b', fields, 'status')]),        'each ends where its entry goes on'],
  ['a known and an unknown set', owned([entry('a', { 'f:new': {} }), entry('b', fields)]),         'the other one stays in the text'],
  ['a set in another order',     owned([entry('a', { 'f:b': {}, 'f:a': {} })]),                    'nothing of it may change by being read'],
  ['an entry without a set',     owned([{ manager: 'a' }, entry('b', fields)]),                    'the sets are counted, not the entries'],
  ['a set that is none',         owned([entry('a', 0), entry('b', fields), entry('c', 'x')]),      'only objects are cut out'],
  ['the name in the spec',       owned([entry('a', fields)], { spec: { fieldsV1: fields } }),      'that is none of ours'],
  ['the name in the spec alone', owned([], { spec: { list: [{ fieldsV1: fields }] } }),            'no entry is there to take it'],
  ['the name behind a quote',    owned([entry('a', fields)], { spec: { 'a"fieldsV1': fields } }),  'a name may end like ours'],
  ['the name behind a letter',   owned([entry('a', fields)], { spec: { ourfieldsV1: fields } }),   'another name may end like ours'],
  ['the text in a text',         owned([], { spec: JSON.stringify(owned([entry('a', fields)])) }), 'a text is no object'],
  ['no metadata',                { fieldsV1: fields },                                             'not all that is stored is whole'],
]

describe('an object that is read with the sets that are known', () => {
  // Whoever reads owners meets their sets; others may have been met since, and only so many are kept.
  beforeEach(() => {
    decodeManagedFields([entry('somebody', { ...fields })])
    decodeManagedFields([entry('somebody', { 'f:b': {}, 'f:a': {} })])
  })

  for (const [what, object, because] of objects) {
    it(`is what was written: ${what}, because ${because}`, () => {
      const text = JSON.stringify(object)
      assert.equal(JSON.stringify(parseOwned(text, parse)), text)
    })
  }

  it('shares them with others', () => {
    const text = JSON.stringify(owned([entry('a', fields)]))
    const [one, other] = [parseOwned(text, parse), parseOwned(text, parse)].map(
      ({ metadata }) => (metadata['managedFields'] as readonly JsonObject[])[0]?.['fieldsV1'],
    )
    assert.equal(one, other)
  })
})
