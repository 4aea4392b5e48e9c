import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Condition } from '@sitrep/conditions'
import { ComputedTurns, movedTimes } from './times.ts'

const [early, late] = ['2026-01-01T00:00:00Z', '2026-01-01T00:01:00Z']
const ready = (status: Condition['status'], lastTransitionTime: string, message = ''): Condition => ({
  type: 'Ready',
  reason: 'R',
  status,
  message,
  lastTransitionTime,
})
const says = (...condition: Parameters<typeof ready>): { conditions: Condition[] } => ({
  conditions: [ready(...condition)],
})
const ref = { group: '', kind: 'Machine', name: 'a' }

describe('Times of conditions', () => {
  type Case = [name: string, before: object | undefined, after: object, moved: number, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['the same time',      says('True', early), says('True', early, 'x'), 0, 'other words are no transition'],
    ['another time',       says('True', early), says('True', late, 'x'),  1, 'it has been so since before'],
    ['an earlier time',    says('True', late),  says('True', early),      1, 'nobody knows it better afterwards'],
    ['another status',     says('True', early), says('False', late),      0, 'that is a transition'],
    ['nothing before',     undefined,           says('True', late),       0, 'it begins'],
  ]
  for (const [name, before, after, moved, because] of cases)
    it(`with ${name}: ${moved} moved, because ${because}`, () =>
      assert.equal(movedTimes([{ object: 'Machine a', before, after }], new ComputedTurns()).length, moved))
})

describe('Times that move with a status that does not', () => {
  type Case = [name: string, before: Condition['status'], moved: number, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['a turn that was computed', 'False', 0, 'it went and came back, and only the way back was written'],
    ['other words alone',        'True',  1, 'nothing turned at that moment'],
  ]
  for (const [name, before, moved, because] of cases)
    it(`after ${name}: ${moved} moved, because ${because}`, () => {
      const turns = new ComputedTurns()
      turns.take([{ ref, before: says(before, early), conditions: [ready('True', late, 'x')] }])
      const write = { object: 'Machine a', before: says('True', early), after: says('True', late, 'x') }
      assert.equal(movedTimes([write], turns).length, moved)
    })
})
