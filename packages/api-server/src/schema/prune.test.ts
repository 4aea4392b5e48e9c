import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../json/json.ts'
import { parseJson } from '../json/parse-json.ts'
import { compileSchema } from './compiled-schema.ts'
import { pruneObject } from './prune.ts'
import type { Schema } from './schema.ts'

const text: Schema = { type: 'string' }
const withText: Schema = { type: 'object', properties: { v: text } }
const spec: Schema = {
  type: 'object',
  properties: {
    a: text,
    list: { type: 'array', items: { type: 'object', properties: { k: text } } },
    map: { type: 'object', additionalProperties: { type: 'object', properties: { k: text } } },
    free: {
      type: 'object',
      'x-kubernetes-preserve-unknown-fields': true,
      properties: { known: { type: 'object', properties: { x: text } } },
    },
    freeList: {
      type: 'array',
      'x-kubernetes-preserve-unknown-fields': true,
      items: { type: 'object', properties: { y: { type: 'object', properties: { z: text } } } },
    },
    any: { type: 'object', additionalProperties: true },
    embedded: {
      type: 'object',
      'x-kubernetes-embedded-resource': true,
      properties: { spec: { type: 'object' } },
    },
    nullable: { type: 'string', nullable: true },
    defaulted: { type: 'string', default: 'x' },
    constructor: withText,
  },
}
const schema = compileSchema({ type: 'object', properties: { spec } })

function prune(object: string): { readonly left: unknown; readonly unknown: readonly string[] } {
  const pruned = pruneObject(schema, parseJson(object).value as JsonObject)
  assert.equal(pruned.invalid, undefined)
  return {
    left: pruned.object,
    unknown: pruned.unknown.map((phrase) => phrase.replace('unknown field ', '')),
  }
}

type Case = [spec: string, left: string, unknown: readonly string[], because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['{"a":"x"}',                                        '{"a":"x"}',                            [],                                      'all of it is known'],
  ['{"z":1,"a":"x","b":{"c":1}}',                      '{"a":"x"}',                            ['"spec.b"', '"spec.z"'],                'unknown fields are named in order, without what is in them'],
  ['{"list":[{"k":"1"},{"u":1}]}',                     '{"list":[{"k":"1"},{}]}',              ['"spec.list[1].u"'],                    'items have numbers'],
  ['{"map":{"p.q/r":{"u":1}}}',                        '{"map":{"p.q/r":{}}}',                 ['"spec.map.p.q/r.u"'],                  'keys are members like others'],
  ['{"free":{"q":{"r":1},"known":{"u":1}}}',           '{"free":{"q":{"r":1},"known":{}}}',    ['"spec.free.known.u"'],                 'preserving ends where a schema says more'],
  ['{"freeList":[{"u":1,"y":{"u":1}}]}',               '{"freeList":[{"u":1,"y":{}}]}',        ['"spec.freeList[0].y.u"'],              'a preserving list preserves its items'],
  ['{"any":{"s":"1","o":{"p":1}}}',                    '{"any":{"s":"1","o":{}}}',             ['"spec.any.o.p"'],                      'any member is known, but nothing about it'],
  ['{"a":null,"nullable":null,"defaulted":null}',      '{"nullable":null,"defaulted":null}',   [],                                      'null stays where it is allowed or will be replaced'],
  ['{"constructor":{"v":"1","u":1},"toString":"x"}',   '{"constructor":{"v":"1"}}',            ['"spec.constructor.u"', '"spec.toString"'], 'names of inherited members are nothing special'],
  ['{"__proto__":{"a":"x"}}',                          '{}',                                   ['"spec.__proto__"'],                    'nor is this one'],
  ['{"embedded":{"apiVersion":"v1","kind":"X","metadata":{"name":"n","bogus":1,"labels":{}},"u":1}}', '{"embedded":{"apiVersion":"v1","kind":"X","metadata":{"name":"n"}}}', ['"spec.embedded.u"', '"spec.embedded.metadata.bogus"'], 'embedded metadata comes last'],
]

describe('pruneObject', () => {
  for (const [given, left, unknown, because] of cases) {
    it(`${given}, because ${because}`, () => {
      assert.deepEqual(prune(`{"spec":${given}}`), { left: { spec: parseJson(left).value }, unknown })
    })
  }

  it('keeps only what ObjectMeta has, and drops what is empty', () => {
    const { left, unknown } = prune(
      '{"kind":"K","metadata":{"name":"a","generation":0,"labels":{"x":null},"zz":{},"ownerReferences":[{"name":"o","bad":1}],"creationTimestamp":"2024-01-02T03:04:05.678+01:00"},"spec":{"z":1}}',
    )
    assert.deepEqual(left, {
      kind: 'K',
      metadata: {
        name: 'a',
        labels: { x: '' },
        ownerReferences: [{ name: 'o', apiVersion: '', kind: '', uid: '' }],
        creationTimestamp: '2024-01-02T02:04:05Z',
      },
      spec: {},
    })
    assert.deepEqual(unknown, ['"metadata.zz"', '"metadata.ownerReferences[0].bad"', '"spec.z"'])
  })

  it('leaves an object without unknown fields as it is', () => {
    const object = parseJson('{"spec":{"list":[{"k":"1"}],"free":{"q":{"r":1}}}}').value as JsonObject
    assert.equal(pruneObject(schema, object).object, object)
  })
})

// biome-ignore format: the table is the specification; its columns stay aligned
const invalid: [metadata: string, message: string][] = [
  ['{"labels":{"a":1}}',           'json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string'],
  ['{"labels":[]}',                'json: cannot unmarshal array into Go struct field ObjectMeta.labels of type map[string]string'],
  ['{"name":1.5}',                 'json: cannot unmarshal number into Go struct field ObjectMeta.name of type string'],
  ['{"generation":1.5}',           'json: cannot unmarshal number 1.5 into Go struct field ObjectMeta.generation of type int64'],
  ['{"creationTimestamp":"abc"}',  'parsing time "abc" as "2006-01-02T15:04:05Z07:00": cannot parse "abc" as "2006"'],
  ['{"managedFields":[{"manager":5}]}', 'json: cannot unmarshal number into Go struct field ManagedFieldsEntry.managedFields.manager of type string'],
  ['[]',                           'json: cannot unmarshal array into Go value of type v1.ObjectMeta'],
]

describe('pruneObject with metadata of the wrong type', () => {
  for (const [metadata, message] of invalid) {
    const object = parseJson(`{"metadata":${metadata}}`).value as JsonObject

    it(`${metadata} is refused: ${message}`, () => {
      assert.equal(pruneObject(schema, object).invalid, message)
    })

    it(`${metadata} is dropped from an object that is already stored`, () => {
      assert.equal(pruneObject(schema, object, { stored: true }).invalid, undefined)
    })
  }
})
