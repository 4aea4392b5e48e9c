import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatAddress } from './address.ts'
import {
  addressedConditions,
  type ConditionList,
  conditionAt,
  mainList,
  meantAddresses,
} from './condition-list.ts'
import { fields, list, text } from './fields.ts'
import type { KubeObject } from './object.ts'

const listeners: ConditionList = {
  path: ['status', 'listeners'],
  entries: {
    noun: 'listener',
    key: (entry) => text(entry['name']),
    mine: (entry) => entry['theirs'] !== true,
    declared: ({ spec }) =>
      list(fields(spec)['listeners']).map((name) => ({ key: String(name), name: String(name) })),
  },
}
const older: ConditionList = { path: ['status', 'v1beta2', 'conditions'] }
const object = (status: unknown, spec: unknown = {}): KubeObject => ({
  apiVersion: 'g/v1',
  kind: 'K',
  metadata: { name: 'a', namespace: 'n' },
  spec,
  status,
})
const condition = (type: string) => ({ type, status: 'True' as const, reason: 'R', message: '' })
const full = object({
  conditions: [condition('Ready')],
  v1beta2: { conditions: [condition('Ready'), condition('Paused')] },
  listeners: [
    { name: 'http', conditions: [condition('Accepted')] },
    { name: 'other', theirs: true, conditions: [condition('Accepted')] },
  ],
})

describe('The lists of conditions of an object', () => {
  it('are all found, each with its address', () => {
    assert.deepEqual(addressedConditions(full, [mainList, older, listeners]).map(formatAddress), [
      'Ready',
      'v1beta2:Ready',
      'v1beta2:Paused',
      'listeners[http]:Accepted',
      'listeners[other]:Accepted',
    ])
  })

  it('are those that were named and no others', () => {
    assert.deepEqual(addressedConditions(full).map(formatAddress), ['Ready'])
    assert.equal(conditionAt(full, 'listeners[http]:Accepted'), undefined)
    assert.equal(conditionAt(full, 'listeners[http]:Accepted', [listeners])?.reason, 'R')
    assert.equal(conditionAt(full, 'Ready', [listeners]), undefined)
  })

  for (const status of [
    undefined,
    null,
    5,
    'x',
    [],
    { conditions: 5, listeners: 'x', v1beta2: null },
    { conditions: [null, 5, {}], listeners: [null, 5, {}, { name: 5 }, { name: 'a', conditions: 5 }] },
  ]) {
    it(`are none in ${JSON.stringify(status)}, without a throw`, () => {
      assert.deepEqual(addressedConditions(object(status), [mainList, older, listeners]), [])
    })
  }
})

type Case = [written: string, lists: readonly ConditionList[], meant: readonly string[], because: string]
const asked = object(full.status, { listeners: ['http', 'https'] })

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['Ready',                     [mainList, listeners], ['Ready'],                                               'the kind has a list of its own, and a bare type is one of that'],
  ['Accepted',                  [listeners],           ['listeners[http]:Accepted', 'listeners[https]:Accepted'], 'without one it is every entry of ours, that which is missing too'],
  ['listeners[*]:Accepted',     [mainList, listeners], ['listeners[http]:Accepted', 'listeners[https]:Accepted'], 'every entry of that list'],
  ['listeners[other]:Accepted', [mainList, listeners], ['listeners[other]:Accepted'],                             'who names one entry means that one'],
  ['v1beta2:Ready',             [mainList, older],     ['v1beta2:Ready'],                                         'a list by its path'],
]

describe('What an address means for an object', () => {
  for (const [written, lists, meant, because] of cases) {
    it(`${written}: ${meant.join(', ')}, because ${because}`, () => {
      assert.deepEqual(meantAddresses(asked, written, lists).map(formatAddress), meant)
    })
  }
})
