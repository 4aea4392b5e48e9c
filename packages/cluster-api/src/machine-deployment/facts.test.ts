import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { completed, requiredReplicas } from './facts.ts'
import type { RolloutStrategy } from './types.ts'

const nothing: RolloutStrategy = { type: undefined, maxSurge: undefined, maxUnavailable: undefined }

type Case = [name: string, given: Partial<RolloutStrategy>, required: number, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['nothing given',                    {},                                        3, 'one to spare, none missing'],
  ['one may be missing, nothing else', { maxUnavailable: 1 },                     2, 'a rolling update with one to spare'],
  ['the same, and its type',           { type: 'RollingUpdate', maxUnavailable: 1 }, 2, 'one to spare'],
  ['no spare, nothing else',           { maxSurge: 0 },                           2, 'one must be allowed, or nothing moves'],
  ['OnDelete',                         { type: 'OnDelete', maxUnavailable: 1 },   3, 'without a rolling update none may be missing'],
]

describe('a strategy given in part', () => {
  for (const [name, given, required, because] of cases) {
    it(`${name}: ${required} of 3, because ${because}`, () => {
      assert.equal(requiredReplicas({ replicas: 3, strategy: completed({ ...nothing, ...given }) }), required)
    })
  }
})
