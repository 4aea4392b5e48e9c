import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { movedTimes } from './times.ts'

const [early, late] = ['2026-01-01T00:00:00Z', '2026-01-01T00:01:00Z']
const says = (status: string, lastTransitionTime: string, message = ''): object => ({
  conditions: [{ type: 'Ready', status, message, lastTransitionTime }],
})

type Case = [name: string, before: object | undefined, after: object, moved: number, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['the same time',      says('True', early), says('True', early, 'x'), 0, 'other words are no transition'],
  ['another time',       says('True', early), says('True', late, 'x'),  1, 'it has been so since before'],
  ['an earlier time',    says('True', late),  says('True', early),      1, 'nobody knows it better afterwards'],
  ['another status',     says('True', early), says('False', late),      0, 'that is a transition'],
  ['nothing before',     undefined,           says('True', late),       0, 'it begins'],
]

describe('Times of conditions', () => {
  for (const [name, before, after, moved, because] of cases)
    it(`with ${name}: ${moved} moved, because ${because}`, () =>
      assert.equal(movedTimes([{ object: 'Machine a', before, after }]).length, moved))
})
