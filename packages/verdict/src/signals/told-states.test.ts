import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { KindKnowledge } from '@sitrep/status'
import { judge } from '../judge.ts'

const states = {
  'status.mode': { '0': 'progress', '1': 'good', '2': 'bad' },
  'status.shards[].code': { '1': 'good', '*': 'bad' },
  'status.steps[name=final].state': { Frobbed: 'good' },
  'metadata.labels[example.com/state]': { parked: 'paused' },
  'metadata.annotations[example.com/health]': { poor: 'bad' },
} as const
const known: KindKnowledge = { source: 'own', group: 'example.com', kinds: ['Widget'], states }

type Case = readonly [
  name: string,
  parts: { kind?: string; metadata?: object; status?: object },
  says: string,
  because: string,
]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: readonly Case[] = [
  ['a number that is good',            { status: { mode: 1 } },                                                               'Ready status.mode',                              'the table says so'],
  ['a number that is bad',             { status: { mode: 2 } },                                                               'Degraded status.mode',                           'the table says so'],
  ['a number that is not in it',       { status: { mode: 7 } },                                                               'Unknown ',                                       'nobody knows it'],
  ['a number of another kind',         { kind: 'Gadget', status: { mode: 1 } },                                               'Unknown ',                                       'the table is about widgets'],
  ['entries of a list',                { status: { shards: [{ name: 'a', code: 1 }, { name: 'b', code: 1 }] } },              'Ready status.shards[a].code',                    'here they speak for the whole'],
  ['an entry that is bad',             { status: { shards: [{ name: 'a', code: 1 }, { name: 'b', code: 5 }] } },              'Degraded status.shards[b].code',                 'one is enough'],
  ['the entry that counts',            { status: { steps: [{ name: 'first', state: 'Odd' }, { name: 'final', state: 'Frobbed' }] } }, 'Ready status.steps[name=final].state',   'it is chosen by its name'],
  ['a label',                          { metadata: { labels: { 'example.com/state': 'parked' } }, status: { mode: 1 } },      'Paused metadata.labels[example.com/state]',      'a label can hold a state'],
  ['an annotation',                    { metadata: { annotations: { 'example.com/health': 'poor' } }, status: { mode: 1 } },  'Degraded metadata.annotations[example.com/health]', 'an annotation can hold a state'],
  ['a label that says something else', { metadata: { labels: { 'example.com/state': 'blue' } }, status: { mode: 1 } },        'Ready status.mode',                              'that is none of its states'],
]

describe('states whose values are known for a kind', () => {
  for (const [name, { kind = 'Widget', metadata, status }, says, because] of cases) {
    it(`${name}: ${says}, because ${because}`, () => {
      const object = { apiVersion: 'example.com/v1', kind, metadata: { name: 'x', ...metadata }, status }
      const { word, evidence } = judge(object, {
        now: '2026-01-01T12:00:00Z',
        families: [{ kinds: [], knowledge: [known] }],
      })
      assert.equal(`${word} ${word === 'Unknown' ? '' : evidence[0]?.path}`, says)
    })
  }
})
