import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { KubeObject } from '@sitrep/status'
import { heldWords } from './explain-culprits.ts'

type Case = [name: string, metadata: Partial<KubeObject['metadata']>, says: RegExp, because: string]

const since = '2026-01-01T00:00:00Z'
// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['not deleted', {},                                                                /nobody has asked for it$/,                     'a wait for it would never end'],
  ['a finalizer', { deletionTimestamp: since, finalizers: ['example.com/a'] },       /held by finalizer example\.com\/a$/,           'its owner takes it off'],
  ['on its way',  { deletionTimestamp: since },                                      /held by nothing that shows$/,                  'it will be gone in a moment'],
]

describe('What holds a deletion', () => {
  for (const [name, metadata, says, because] of cases)
    it(`${name}: ${says}, because ${because}`, () => {
      const object = {
        apiVersion: 'v1',
        kind: 'Widget',
        metadata: { name: 'w', namespace: 'prod', ...metadata },
      }
      assert.match(heldWords(object, []), says)
    })
})
