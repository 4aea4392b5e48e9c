import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json, JsonObject } from '../json/json.ts'
import type { Schema } from '../schema/schema.ts'
import { applyStrategicMergePatch } from './strategic-merge.ts'

const text: Schema = { type: 'string' }
const texts: Schema = { type: 'array', items: text }
const container: Schema = {
  type: 'object',
  properties: { name: text, image: text, env: { type: 'array', items: { type: 'object' } } },
}
const schema: Schema = {
  type: 'object',
  properties: {
    labels: { type: 'object', additionalProperties: text },
    finalizers: { ...texts, 'x-kubernetes-patch-strategy': 'merge' },
    args: texts,
    containers: {
      type: 'array',
      items: container,
      'x-kubernetes-patch-strategy': 'merge',
      'x-kubernetes-patch-merge-key': 'name',
    },
    strategy: {
      type: 'object',
      'x-kubernetes-patch-strategy': 'retainKeys',
      properties: { type: text, rollingUpdate: { type: 'object', properties: { maxSurge: text } } },
    },
    whole: { type: 'object', 'x-kubernetes-patch-strategy': 'replace', properties: { a: text, b: text } },
  },
}

/** Containers in short: `a`, or `a=image`. */
function containers(...list: string[]): Json {
  return list.map((item) => {
    const [name = '', image] = item.split('=')
    return image === undefined ? { name } : { name, image }
  })
}

const removed = { name: 'b', $patch: 'delete' }
const order = (...names: string[]): Json => names.map((name) => ({ name }))

type Merge = [name: string, live: JsonObject, patch: JsonObject, says: JsonObject, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const merges: Merge[] = [
  ['map',              { labels: { a: '1', b: '2' } },        { labels: { b: null, c: '3' } },                  { labels: { a: '1', c: '3' } },        'maps merge key by key'],
  ['plain list',       { args: ['a'] },                       { args: ['b'] },                                  { args: ['b'] },                       'a list without a strategy is replaced'],
  ['scalars',          { finalizers: ['a', 'b'] },            { finalizers: ['c', 'b'] },                       { finalizers: ['c', 'a', 'b'] },       'the union: the patch sets the order, a stays before b'],
  ['delete scalars',   { finalizers: ['a', 'b'] },            { '$deleteFromPrimitiveList/finalizers': ['a'] }, { finalizers: ['b'] },                 'the parallel list names what goes'],
  ['item by key',      { containers: containers('a=1', 'b') },{ containers: containers('a=2') },                { containers: containers('a=2', 'b') },'items are found by their merge key'],
  ['new item',         { containers: containers('a') },       { containers: containers('b') },                  { containers: containers('b', 'a') },  'the order of the patch comes first'],
  ['delete item',      { containers: containers('a', 'b') },  { containers: [removed] },                        { containers: containers('a') },       'the directive names the item'],
  ['replace list',     { containers: containers('a', 'b') },  { containers: [{ $patch: 'replace' }, { name: 'c' }] }, { containers: containers('c') }, 'nothing of the old list stays'],
  ['replace object',   { labels: { a: '1' } },                { labels: { $patch: 'replace', b: '2' } },        { labels: { b: '2' } },                'nothing of the old map stays'],
  ['delete object',    { labels: { a: '1' } },                { labels: { $patch: 'delete' } },                 { labels: {} },                        'an empty map remains'],
  ['strategy replace', { whole: { a: '1' } },                 { whole: { b: '2' } },                            { whole: { b: '2' } },                 'the field is never merged'],
  ['retain keys',      { strategy: { type: 'A', rollingUpdate: {} } }, { strategy: { $retainKeys: ['type'], type: 'B' } }, { strategy: { type: 'B' } }, 'what is not named is cleared'],
  ['set order',        { containers: containers('a', 'b', 'c') }, { '$setElementOrder/containers': order('c', 'a') },  { containers: containers('b', 'c', 'a') }, 'b stood before c on the server'],
  ['order and change', { containers: containers('a', 'b') },  { '$setElementOrder/containers': order('b', 'a'), containers: containers('a=2') }, { containers: containers('b', 'a=2') }, 'contents first, then order'],
  ['order, one swapped', { containers: containers('a', 'c', 'd', 'b') }, { '$setElementOrder/containers': order('a', 'e'), containers: [{ name: 'e' }, removed] }, { containers: containers('a', 'c', 'd', 'e') }, 'the new item stands where the deleted one left room'],
  ['order of scalars', { finalizers: ['a', 'b', 'c'] },       { '$setElementOrder/finalizers': ['c', 'a'] },    { finalizers: ['b', 'c', 'a'] },       'scalars are ordered by themselves'],
  ['null in new map',  {},                                    { strategy: { type: 'A', rollingUpdate: null } }, { strategy: { type: 'A' } },           'there is nothing to remove'],
  ['directive in new', {},                                    { containers: [{ name: 'a' }, removed] },         { containers: containers('a') },       'a directive never becomes content'],
  ['__proto__',        { labels: {} },                        JSON.parse('{"labels":{"__proto__":"x"}}'),       JSON.parse('{"labels":{"__proto__":"x"}}'), 'every key is data'],
]

type Refusal = [
  name: string,
  live: JsonObject,
  patch: JsonObject,
  code: number,
  says: string,
  because: string,
]

// biome-ignore format: the table is the specification; its columns stay aligned
const refusals: Refusal[] = [
  ['directive',      {},                               { $patch: 'zap' },                           500, 'unknown patch type: zap in map: map[$patch:zap]', 'only delete, replace and merge are known'],
  ['list directive', { containers: containers('a') },  { containers: [{ $patch: 'merge' }] },       500, 'merging lists cannot yet be specified in the patch', 'the server says so'],
  ['no merge key',   { containers: containers('a') },  { containers: [{ image: 'x' }] },            500, 'map: map[image:x] does not contain declared merge key: name', 'the item cannot be found'],
  ['retain keys',    { strategy: {} },                 { strategy: { $retainKeys: ['type'], rollingUpdate: {} } }, 400, 'invalid patch format of retainKeys', 'the patch sets what it does not retain'],
  ['no field',       {},                               { $setElementOrder: [] },                    400, 'invalid patch format of setElementOrder list', 'the directive names no field'],
  ['primitive list', {},                               { $deleteFromPrimitiveList: [] },            400, 'invalid patch format of primitive list', 'the directive names no field'],
  ['list of lists',  { finalizers: [['a']] },          { finalizers: [['b']] },                     422, 'lists of lists are not supported', 'they cannot be merged'],
  ['other order',    { finalizers: ['a'] },            { finalizers: ['b', 'c'], '$setElementOrder/finalizers': ['c', 'b'] }, 500, "The order in patch list:\n[b c]\n doesn't match $setElementOrder list:\n[c b]\n", 'the two contradict each other'],
]

describe('strategic merge patch', () => {
  for (const [name, live, patch, says, because] of merges) {
    it(`${name}, because ${because}`, () => {
      const before = structuredClone({ live, patch })
      assert.deepEqual(applyStrategicMergePatch(schema, live, patch), { kind: 'patched', object: says })
      assert.deepEqual({ live, patch }, before)
    })
  }

  for (const [name, live, patch, code, message, because] of refusals) {
    it(`${name} is refused with ${code}, because ${because}`, () => {
      assert.deepEqual(applyStrategicMergePatch(schema, live, patch), { kind: 'refused', code, message })
    })
  }
})
