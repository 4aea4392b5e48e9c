import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type ConditionList, type Fields, type KubeObject, mainList, text } from '@sitrep/status'
import type { WantedStatus } from '../publish/status-patch.ts'
import { comparedFields } from './compared-fields.ts'

const condition = { type: 'Ready', status: 'True' }
const listeners: ConditionList = {
  path: ['status', 'listeners'],
  entries: { noun: 'listener', key: ({ name }) => text(name) },
}
const entry = (name: string, attachedRoutes: number): Fields => ({
  name,
  attachedRoutes,
  conditions: [condition],
})

type Case = [
  name: string,
  reported: Fields,
  computed: Fields,
  wanted: Partial<WantedStatus>,
  says: readonly string[],
  because: string,
]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: readonly Case[] = [
  ['a counter',             { replicas: 3 },                        { replicas: 2 },                        {},                        ['replicas 3 2'],                   'it is said by both'],
  ['a field of one side',   {},                                     { phase: 'Running' },                   {},                        ['phase undefined "Running"'],      'nothing is said otherwise'],
  ['a field deep inside',   { a: { b: { c: 1, d: 2 } } },           { a: { b: { c: 1 } } },                 {},                        ['a.b.c 1 1', 'a.b.d 2 undefined'], 'each is a field of its own'],
  ['a list',                { versions: [{ v: 1 }] },               { versions: [{ v: 1 }, { v: 2 }] },     {},                        ['versions[0].v 1 1', 'versions[1].v undefined 2'], 'one more is there'],
  ['older conditions',      { old: { conditions: [{ type: 'A', status: 'True', lastTransitionTime: '1' }, { type: 'B', status: 'True' }] } }, { old: { conditions: [{ type: 'B', status: 'False' }, { type: 'A', status: 'True', lastTransitionTime: '2' }] } }, {}, ['old.conditions[A] {"status":"True"} {"status":"True"}', 'old.conditions[B] {"status":"True"} {"status":"False"}'], 'they go by their type, and when is no difference'],
  ['nothing, said as null', { phase: null },                        {},                                     {},                        [],                                 'to a server both are the same'],
  ['conditions',            { conditions: [condition] },            { conditions: [] },                     { owned: ['Ready'] },      [],                                 'they are compared by their addresses'],
  ['a field of others',     { mine: 1, theirs: 1 },                 { mine: 1, theirs: 2 },                 { fields: ['mine'] },      ['mine 1 1'],                       'what others own is theirs to say'],
  ['an entry of ours',      { listeners: [entry('a', 1)] },         { listeners: [entry('a', 2)] },         { owned: ['listeners[a]:Ready'], lists: [mainList, listeners] }, ['listeners[a].name "a" "a"', 'listeners[a].attachedRoutes 1 2'], 'it goes by its key'],
  ['an entry of others',    { listeners: [entry('b', 1)] },         { listeners: [entry('b', 2)] },         { lists: [mainList, listeners] }, [],                          'it stays to the byte'],
]

describe('Fields that are compared', () => {
  for (const [name, reported, computed, wanted, says, because] of cases) {
    it(`${name}: ${says.join(', ') || 'none'}, because ${because}`, () => {
      const stored: KubeObject = {
        apiVersion: 'g/v1',
        kind: 'Thing',
        metadata: { name: 'a' },
        status: reported,
      }
      const options: WantedStatus = {
        status: computed,
        owned: [],
        lists: [mainList],
        fields: 'all',
        ...wanted,
      }
      const found = comparedFields(stored, options).map(
        (each) => `${each.field} ${JSON.stringify(each.reported)} ${JSON.stringify(each.computed)}`,
      )
      assert.deepEqual(found, says)
    })
  }
})
