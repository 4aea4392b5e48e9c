import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Fields, KubeObject } from '@sitrep/status'
import { statusPatch } from './status-patch.ts'

const ready = { type: 'Ready', status: 'True', reason: 'Ready', message: '' }
const [early, late] = ['2026-01-01T00:00:00Z', '2026-01-01T00:00:05Z']
const statusOf = (time: string, more: Fields = {}): Fields => ({
  conditions: [{ ...ready, lastTransitionTime: time }],
  ...more,
})
const stored = (status: Fields): KubeObject => ({
  apiVersion: 'test.sitrep.dev/v1',
  kind: 'Leaf',
  metadata: { name: 'a' },
  status,
})

type Case = [name: string, before: Fields, after: Fields, written: boolean, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['the same',              statusOf(early),                        statusOf(early),                       false, 'there is nothing to say'],
  ['another moment',        statusOf(early),                        statusOf(late),                        false, 'whoever said it first knows since when'],
  ['a count besides',       statusOf(early),                        statusOf(late, { replicas: 1 }),       true,  'the count is news'],
  ['a summary of another moment', statusOf(early, { lastUpdated: early }), statusOf(early, { lastUpdated: late }), false, 'the same goes for a phase'],
  ['another time to tell',  statusOf(early, { expiresAt: early }),  statusOf(early, { expiresAt: late }),  true,  'that time is no transition'],
  ['no moment before',      { conditions: [ready] },                statusOf(late),                        true,  'a condition has a time'],
]

describe('What is written of a status', () => {
  for (const [name, before, after, written, because] of cases)
    it(`with ${name}: ${written ? 'something' : 'nothing'}, because ${because}`, () => {
      const lists = [{ path: ['status', 'conditions'] }]
      const wanted = { status: after, owned: ['Ready'], lists, fields: 'all' as const }
      assert.equal(statusPatch(stored(before), wanted) !== undefined, written)
    })
})
