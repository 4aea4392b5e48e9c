import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { KindKnowledge } from '@sitrep/status'
import { judge } from './judge.ts'

const now = '2026-01-01T12:00:00Z'
const widget = (status: object, kind = 'Widget'): object => ({
  apiVersion: 'example.com/v1',
  kind,
  metadata: { name: 'x', generation: 1, creationTimestamp: '2025-01-01T00:00:00Z' },
  status,
})
const known: KindKnowledge = {
  source: 'own',
  group: 'example.com',
  kinds: ['Widget'],
  states: { 'status.mode': { '3': 'good' } },
}
const conditions = (...types: readonly string[]): object => ({
  conditions: types.map((type) => ({ type, status: 'True' })),
})

type Case = readonly [name: string, object: object, says: string, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: readonly Case[] = [
  ['a value that is known for the kind',   widget({ mode: 3 }),                            'Ready rule',         'the table has an entry for it'],
  ['beside a convention',                  widget({ mode: 3, phase: 'Running' }),          'Ready rule',         'one known fact is enough'],
  ['a known kind that says it otherwise',  widget({ phase: 'Running' }),                   'Ready convention',   'what is known of the kind did not decide'],
  ['a condition that all know',            widget(conditions('Ready')),                    'Ready convention',   'Ready means the same everywhere'],
  ['a condition that nobody knows',        widget(conditions('Frobbed')),                  'Unknown guess',      'by the conventions True is good, and no more than that'],
  ['a word in a message',                  widget({ message: 'Healthy' }),                 'Ready guess',        'a message means many things'],
  ['a configuration by its name',          widget({ users: 2 }, 'WidgetConfig'),           'Ready guess',        'a name is no declaration'],
  ['a schedule by its name',               widget({}, 'WidgetSchedule'),                   'Ready convention',   'schedules rest between their runs'],
  ['a kind of Kubernetes',                 { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' } }, 'Ready rule', 'it is known to report nothing'],
  ['a deletion',                           { ...widget({}), metadata: { name: 'x', deletionTimestamp: now } }, 'Terminating convention', 'the same for all kinds'],
  ['what is no object',                    [],                                             'Unknown convention', 'there is nothing to read'],
]

describe('the confidence of a verdict', () => {
  for (const [name, object, says, because] of cases) {
    it(`${name}: ${says}, because ${because}`, () => {
      const { word, confidence } = judge(object, { now, families: [{ kinds: [], knowledge: [known] }] })
      assert.equal(`${word} ${confidence}`, says)
    })
  }
})
