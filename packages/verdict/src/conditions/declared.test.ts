import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { at, type ConditionList, list, text } from '@sitrep/status'
import { judge } from '../judge.ts'
import type { KnownFamily } from '../kinds/knowledge.ts'

const tenants: ConditionList = {
  path: ['status', 'house', 'tenants'],
  entries: {
    noun: 'tenant',
    key: (entry) => text(entry['id']),
    declared: (object) =>
      list(at(object, 'spec', 'tenants')).flatMap((id) =>
        typeof id === 'string' ? [{ key: id.toLowerCase(), name: id }] : [],
      ),
  },
}
const houses: KnownFamily = {
  kinds: [{ kind: { group: 'example.com', kind: 'House' }, lists: [tenants] }],
}

const house = (status: object): object => ({
  apiVersion: 'example.com/v1',
  kind: 'House',
  metadata: { name: 'h' },
  spec: { tenants: ['Anna', 'Bert'] },
  status,
})
const tenant = (id: string, status: string): object => ({
  id,
  conditions: [{ type: 'Ready', status, reason: status === 'True' ? 'Fine' : 'Failed' }],
})

type Case = [name: string, status: object, sentence: RegExp, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['all of them',      { house: { tenants: [tenant('anna', 'True'), tenant('bert', 'True')] } },                             /is ready/,                                       'every entry that is asked for speaks for the whole'],
  ['one is missing',   { house: { tenants: [tenant('anna', 'True')] } },                                                      /nothing is reported about tenant Bert/,          'what the spec asks for and nobody reports is not fine'],
  ['one refuses',      { house: { tenants: [tenant('anna', 'True'), tenant('bert', 'False')] } },                             /is degraded: Ready is False/,                    'a good one does not make up for it'],
  ['one of long ago',  { house: { tenants: [tenant('anna', 'True'), tenant('bert', 'True'), tenant('carl', 'False')] } },     /is ready/,                                       'what the spec does not ask for any more says nothing'],
  ['no list at all',   { house: { tenants: 'none' } },                                                                        /nothing is reported about tenant Anna/,          'anything may stand there'],
]

describe('entries that a spec declares', () => {
  for (const [name, status, sentence, because] of cases)
    it(`${name}, because ${because}`, () => {
      const verdict = judge(house(status), { now: '2026-01-01T12:00:00Z', families: [houses] })
      assert.match(verdict.sentence, sentence)
    })

  it('of a kind that no family knows are not asked for', () => {
    const verdict = judge(house({ house: { tenants: [tenant('anna', 'True')] } }), {
      now: '2026-01-01T12:00:00Z',
      families: [],
    })
    assert.doesNotMatch(verdict.sentence, /nothing is reported/)
  })
})
