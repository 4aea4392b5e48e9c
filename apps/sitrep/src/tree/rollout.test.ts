import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type KubeObject, refOf } from '@sitrep/status'
import type { Branch } from './branch.ts'
import { rolloutWords } from './rollout.ts'

interface Counts {
  readonly wanted: number
  readonly there: number
  readonly done: number
  readonly version?: string
  readonly reported?: string
}

function counting({ wanted, there, done, version, reported }: Counts, ...old: readonly string[]): Branch {
  const computed: KubeObject = {
    apiVersion: 'example.org/v1',
    kind: 'Set',
    metadata: { name: 'set' },
    spec: { replicas: wanted },
    status: { replicas: there, upToDateReplicas: done, ...(reported !== undefined && { version: reported }) },
  }
  return {
    label: 'Set set',
    object: { ref: refOf(computed), reported: computed, computed, written: computed, decided: false },
    ...(version !== undefined && { version }),
    children: old.map((each) => ({ label: 'Machine', version: each, children: [] })),
  }
}

const [before, next] = ['v1.36.0', 'v1.36.1']
const above = (...children: readonly Branch[]): Branch => ({ label: 'Cluster', children })

type Case = [name: string, branch: Branch, says: string | undefined, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['an upgrade',           counting({ wanted: 10, there: 11, done: 4, version: next }, before, next),  'v1.36.0 → v1.36.1, 4 of 10',                'Machines of before tell their version'],
  ['a control plane',      counting({ wanted: 3, there: 4, done: 1, version: next, reported: before }), 'v1.36.0 → v1.36.1, 1 of 3',                'it reports the oldest version itself'],
  ['a new template',       counting({ wanted: 5, there: 6, done: 2, version: next }, next, next),      'Rolling out, 2 of 5',                       'the version stays'],
  ['no Machines to see',   counting({ wanted: 3, there: 3, done: 1, version: next }),                  'Rolling out, 1 of 3',                       'nobody tells the version of before'],
  ['old ones that stay',   counting({ wanted: 5, there: 9, done: 5 }),                                 'Rolling out, 5 of 5, 4 old ones to go',     'all new ones are there'],
  ['one that stays',       counting({ wanted: 5, there: 6, done: 5 }),                                 'Rolling out, 5 of 5, 1 old one to go',      'all new ones are there'],
  ['more are wanted',      counting({ wanted: 5, there: 3, done: 3 }),                                 undefined,                                   'nothing of before is left'],
  ['steady',               counting({ wanted: 3, there: 3, done: 3 }),                                 undefined,                                   'nothing of before is left'],
  ['what stands above',    above(counting({ wanted: 3, there: 3, done: 3, version: next }, next), counting({ wanted: 7, there: 8, done: 1, version: next }, before, next)), 'v1.36.0 → v1.36.1, 4 of 10', 'it is the sum of what lies below'],
  ['nothing that counts',  above(),                                                                    undefined,                                   'nobody counts'],
]

describe('A rollout in one line', () => {
  for (const [name, branch, says, because] of cases)
    it(`${name}: ${says}, because ${because}`, () => assert.equal(rolloutWords(branch), says))
})
