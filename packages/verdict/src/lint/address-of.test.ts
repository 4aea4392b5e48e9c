import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type ConditionList, text } from '@sitrep/status'
import { addressOf } from './address-of.ts'
import { lintSubject } from './lint-subject.ts'
import type { Path } from './path.ts'

const listeners: ConditionList = {
  path: ['status', 'listeners'],
  entries: { noun: 'listener', key: ({ name }) => text(name) },
}
const kind = { group: 'example.com', kind: 'Door' }
const object = {
  apiVersion: 'example.com/v1',
  kind: 'Door',
  metadata: { name: 'd' },
  status: {
    conditions: [{ type: 'Ready' }, { status: 'True' }],
    listeners: [
      { name: 'http', conditions: [{ type: 'Accepted' }, 5] },
      3,
      { conditions: [{ type: 'Accepted' }] },
    ],
  },
}
const subject = (lists: readonly ConditionList[]) =>
  lintSubject(object, [{ kinds: [{ kind, lists }] }], '2026-01-01T00:00:00Z')
const both = [{ path: ['status', 'conditions'] }, listeners]

type Case = [path: Path, lists: readonly ConditionList[], address: string | undefined, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  [['status', 'conditions', 0, 'reason'],                  both, 'Ready',                    'it leads into that condition'],
  [['status', 'conditions', 0],                            [],   'Ready',                    'of kinds that nobody knows the usual list is known'],
  [['status', 'conditions', 1, 'type'],                    both, undefined,                  'a condition without a type has no address'],
  [['status', 'listeners', 0, 'conditions', 0, 'message'], both, 'listeners[http]:Accepted', 'an entry goes by its key'],
  [['status', 'listeners', 0, 'conditions', 1],            both, undefined,                  'that is no condition'],
  [['status', 'listeners', 1, 'conditions', 0],            both, undefined,                  'that is no entry'],
  [['status', 'listeners', 2, 'conditions', 0],            both, undefined,                  'an entry without a key cannot be named'],
  [['status', 'listeners', 0, 'name'],                     both, undefined,                  'it leads to a field of the entry'],
  [['status', 'listeners', 0, 'conditions', 0],            [],   undefined,                  'nobody knows what such a list is'],
  [['metadata', 'name'],                                   both, undefined,                  'it leads elsewhere'],
]

describe('The address that a path leads to', () => {
  for (const [path, lists, address, because] of cases) {
    it(`${path.join('.')}: ${address}, because ${because}`, () => {
      assert.equal(addressOf(path, subject(lists)), address)
    })
  }
})
