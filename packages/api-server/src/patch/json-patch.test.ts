import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json } from '../json/json.ts'
import { tooManyValues } from '../json/parsed.ts'
import { applyJsonPatch } from './json-patch.ts'
import { decodeJsonPatch } from './json-patch-operation.ts'

const live = { spec: { replicas: 1, args: ['a', 'b'], none: null }, labels: { 'a/b': 'x', 'c~d': 'y' } }

function patched(document: Json, ...operations: Json[]): Json {
  const decoded = decodeJsonPatch(operations)
  if (decoded.kind !== 'decoded') return decoded.message
  const outcome = applyJsonPatch(document, decoded.operations)
  return outcome.kind === 'patched' ? outcome.document : outcome.message
}

type Change = [name: string, operation: Json, path: string[], says: Json | undefined, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const changes: Change[] = [
  ['add',               { op: 'add', path: '/spec/paused', value: true },          ['spec', 'paused'],    true,            'a new member is set'],
  ['add over a member', { op: 'add', path: '/spec/replicas', value: 2 },           ['spec', 'replicas'],  2,               'add replaces what is there'],
  ['add to a list',     { op: 'add', path: '/spec/args/1', value: 'x' },           ['spec', 'args'],      ['a', 'x', 'b'], 'items are inserted before the index'],
  ['append',            { op: 'add', path: '/spec/args/-', value: 'x' },           ['spec', 'args'],      ['a', 'b', 'x'], '- is the end'],
  ['negative index',    { op: 'add', path: '/spec/args/-1', value: 'x' },          ['spec', 'args'],      ['a', 'b', 'x'], 'the place after the last counts as an index too'],
  ['add without value', { op: 'add', path: '/spec/paused' },                       ['spec', 'paused'],    null,            'a missing value is null'],
  ['escaped key',       { op: 'replace', path: '/labels/a~1b', value: 'z' },       ['labels', 'a/b'],     'z',             '~1 is a slash'],
  ['escaped tilde',     { op: 'replace', path: '/labels/c~0d', value: 'z' },       ['labels', 'c~d'],     'z',             '~0 is a tilde'],
  ['replace nothing',   { op: 'replace', path: '/spec/paused', value: true },      ['spec', 'paused'],    true,            'the server takes replace of a missing member for add'],
  ['remove',            { op: 'remove', path: '/spec/replicas' },                  ['spec', 'replicas'],  undefined,       'the member goes'],
  ['remove from list',  { op: 'remove', path: '/spec/args/-2' },                   ['spec', 'args'],      ['b'],           'minus two is the first of two'],
  ['move',              { op: 'move', from: '/spec/args/0', path: '/spec/args/1' },['spec', 'args'],      ['b', 'a'],      'the target is found after the removal'],
  ['copy',              { op: 'copy', from: '/spec/args', path: '/labels/args' },  ['labels', 'args'],    ['a', 'b'],      'a copy stands at the target'],
  ['copy nothing',      { op: 'copy', from: '/spec/nope', path: '/spec/copy' },    ['spec', 'copy'],      null,            'a missing member reads as null'],
  ['test',              { op: 'test', path: '/spec/args', value: ['a', 'b'] },     ['spec', 'replicas'],  1,               'equal values let the patch go on'],
  ['test of nothing',   { op: 'test', path: '/spec/nope', value: null },           ['spec', 'replicas'],  1,               'a missing member equals null'],
  ['__proto__',         { op: 'add', path: '/spec/__proto__', value: { x: 1 } },   ['spec', '__proto__'], { x: 1 },        'every key is data'],
]

type Refusal = [name: string, operation: Json, says: string, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const refusals: Refusal[] = [
  ['failed test',    { op: 'test', path: '/spec/replicas', value: 2 },  'testing value /spec/replicas failed: test failed', 'the values differ'],
  ['missing parent', { op: 'add', path: '/a/b', value: 1 },             'add operation does not apply: doc is missing path: "/a/b": missing value', 'parents are never created'],
  ['null parent',    { op: 'add', path: '/spec/none/b', value: 1 },     'add operation does not apply: doc is missing path: "/spec/none/b": missing value', 'null holds no members'],
  ['inherited key',  { op: 'remove', path: '/constructor/name' },       'remove operation does not apply: doc is missing path: "/constructor/name": missing value', 'what a prototype would answer is not in the document'],
  ['remove nothing', { op: 'remove', path: '/spec/nope' },              "error in remove for path: '/spec/nope': Unable to remove nonexistent key: nope: missing value", 'only what is there can go'],
  ['past the end',   { op: 'add', path: '/spec/args/3', value: 1 },     "error in add for path: '/spec/args/3': Unable to access invalid index: 3: invalid index referenced", 'a list has no gaps'],
  ['no index',       { op: 'add', path: '/spec/args/x', value: 1 },     "error in add for path: '/spec/args/x': value was not a proper array index: 'x': strconv.Atoi: parsing \"x\": invalid syntax", 'x is no number'],
  ['no such item',   { op: 'replace', path: '/spec/args/2', value: 1 }, 'replace operation does not apply: doc is missing key: /spec/args/2: missing value', 'replace in a list needs the item'],
  ['scalar root',    { op: 'replace', path: '', value: 1 },             'replace operation value must be object or array: %!w(<nil>)', 'a document is an object or a list'],
  ['no path',        { op: 'test' },                                    'test operation failed to decode path: operation missing path field: missing value', 'a path is required'],
  ['no from',        { op: 'move', path: '/a' },                        'move operation failed to decode from: operation, missing from field: missing value', 'a source is required'],
  ['unknown',        { op: 'merge', path: '/a' },                       'Unexpected kind: merge', 'RFC 6902 knows six operations'],
  ['null',           null,                                              'Unexpected kind: unknown', 'no operation is no known operation'],
  ['path no text',   { op: 'add', path: 1 },                            'error decoding patch: json: cannot unmarshal number into Go struct field jsonPatchOp.path of type string', 'a path is text'],
]

describe('JSON Patch', () => {
  for (const [name, operation, path, says, because] of changes) {
    it(`${name}, because ${because}`, () => {
      const before = structuredClone(live)
      let value: Json | undefined = patched(live, operation)
      for (const key of path) value = value instanceof Object ? own(value, key) : undefined
      assert.deepEqual(value, says)
      assert.deepEqual(live, before)
    })
  }

  for (const [name, operation, says, because] of refusals) {
    it(`${name} is refused, because ${because}`, () => assert.equal(patched(live, operation), says))
  }

  it('keeps a copy apart from its source', () => {
    const result = patched(
      { a: { n: 1 } },
      { op: 'copy', from: '/a', path: '/b' },
      { op: 'replace', path: '/b/n', value: 2 },
    )
    assert.deepEqual(result, { a: { n: 1 }, b: { n: 2 } })
  })

  it('refuses copies that together add more than three MiB', () => {
    const copy = { op: 'copy', from: '/a', path: '/b' }
    const document = { a: 'x'.repeat(1024 * 1024 - 2) }
    assert.equal(typeof patched(document, copy, copy, copy), 'object')
    assert.equal(
      patched(document, copy, copy, copy, copy),
      'Unable to complete the copy, the accumulated size increase of copy is 4194304, exceeding the limit 3145728',
    )
  })

  it('refuses copies that together hold more values than an object may, whatever becomes of them', () => {
    const list = Array.from({ length: 20_000 }, () => 1)
    const copyAway = [
      { op: 'copy', from: '/a', path: '/b' },
      { op: 'remove', path: '/b' },
    ]
    assert.equal(typeof patched({ a: list }, ...copyAway, ...copyAway), 'object')
    assert.equal(patched({ a: list }, ...copyAway, ...copyAway, ...copyAway), tooManyValues)
  })

  it('refuses to nest deeper than a body may be', () => {
    const wrap = [
      { op: 'add', path: '/n', value: {} },
      { op: 'move', from: '/a', path: '/n/a' },
      { op: 'move', from: '/n', path: '/a' },
    ]
    const patch = (times: number): Json[] => Array.from({ length: times }, () => wrap).flat()
    assert.equal(typeof patched({ a: 1 }, ...patch(999)), 'object')
    assert.equal(patched({ a: 1 }, ...patch(3000)), 'the patch exceeds the max depth of 1000')
  })

  it('refuses more than ten thousand operations before applying any', () => {
    const decoded = decodeJsonPatch(Array.from({ length: 10_001 }, () => ({ op: 'test', path: '' })))
    assert.deepEqual(decoded, {
      kind: 'too-large',
      message: 'The allowed maximum operations in a JSON patch is 10000, got 10001',
    })
  })

  it('names unknown members for strict validation', () => {
    const decoded = decodeJsonPatch([
      { op: 'test', path: '' },
      { op: 'test', path: '', paht: '' },
    ])
    assert.deepEqual(decoded.kind === 'decoded' && decoded.strictErrors, [
      'json patch unknown field "[1].paht"',
    ])
  })
})

function own(value: object, key: string): Json | undefined {
  return Object.getOwnPropertyDescriptor(value, key)?.value
}
