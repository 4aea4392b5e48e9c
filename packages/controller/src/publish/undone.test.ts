import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Condition } from '@sitrep/conditions'
import { type Fields, mainListOnly } from '@sitrep/status'
import { undone } from './undone.ts'

const ready: Condition = {
  type: 'Ready',
  status: 'True',
  reason: 'Well',
  message: '',
  lastTransitionTime: '2026-01-01T00:00:00Z',
}
const synced: Condition = { ...ready, type: 'Synced' }
const foreign: Condition = { ...ready, type: 'Foreign' }
const wanted: Fields = { replicas: 2, since: '2026-01-01T00:00:00Z', conditions: [ready, synced] }

type Case = readonly [name: string, stored: Fields | undefined, says: string, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: readonly Case[] = [
  ['what we say',           wanted,                                                                   '',                           'nobody touched it'],
  ['no status',             undefined,                                                                'replicas since Ready Synced', 'all of it was blanked'],
  ['no conditions',         { ...wanted, conditions: [] },                                            'Ready Synced',               'they were blanked'],
  ['another word',          { ...wanted, conditions: [{ ...ready, status: 'False' }, synced] },       'Ready',                      'somebody said otherwise'],
  ['another count',         { ...wanted, replicas: 0 },                                               'replicas',                   'fields are ours as well'],
  ['a condition we dropped', { ...wanted, conditions: [ready, synced, { ...ready, type: 'Gone' }] },  'Gone',                       'we own it and no longer say it'],
  ['other times',           { ...wanted, since: '2026-01-02T00:00:00.5Z', conditions: [ready, { ...synced, lastTransitionTime: '2026-01-02T00:00:00Z' }] }, '', 'two of us may have found it at different moments'],
  ['another order',         { ...wanted, conditions: [synced, ready] },                               '',                           'the words are the same'],
  ['an empty text left out', { ...wanted, conditions: [{ ...ready, message: undefined }, synced] },   '',                           'an empty text equals none'],
  ['words of others',       { ...wanted, theirs: 1, conditions: [ready, synced, foreign] },           '',                           'they are nobody of ours'],
]

describe('What of our words does not stand in the API', () => {
  for (const [name, status, says, because] of cases)
    it(`where ${name} is stored: ${says || 'nothing'}, because ${because}`, () => {
      const stored = { apiVersion: 'g/v1', kind: 'K', metadata: { name: 'a' }, status }
      const owned = ['Ready', 'Synced', 'Gone']
      const found = undone(stored, {
        status: wanted,
        owned,
        lists: mainListOnly,
        fields: ['replicas', 'since'],
      })
      assert.equal(found.join(' '), says)
    })
})
