import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Condition } from './condition.ts'
import { sameCondition, sameConditions, sameState, sameStateExceptGeneration } from './same.ts'
import { many, one } from './short.testing.ts'

const steady = one('A=True R: m', { observedGeneration: 3, lastTransitionTime: '2024-01-01T00:00:00Z' })

type Case = [
  differs: string,
  other: Partial<Condition>,
  all: boolean,
  state: boolean,
  exceptGeneration: boolean,
]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['nothing',            {},                                                  true,  true,  true],
  ['spelling of time',   { lastTransitionTime: '2024-01-01T01:00:00+01:00' }, true,  true,  true],
  ['time',               { lastTransitionTime: '2024-01-02T00:00:00Z' },      false, true,  true],
  ['generation',         { observedGeneration: 4 },                           false, false, true],
  ['type',               { type: 'B' },                                       false, false, false],
  ['status',             { status: 'False' },                                 false, false, false],
  ['reason',             { reason: 'S' },                                     false, false, false],
  ['message',            { message: 'n' },                                    false, false, false],
]

describe('two conditions', () => {
  for (const [differs, other, all, state, exceptGeneration] of cases) {
    it(`that differ in ${differs}: equal ${all}, same state ${state}, but for the generation ${exceptGeneration}`, () => {
      const changed = { ...steady, ...other }
      assert.equal(sameCondition(steady, changed), all)
      assert.equal(sameState(steady, changed), state)
      assert.equal(sameStateExceptGeneration(steady, changed), exceptGeneration)
    })
  }

  it('agree on generation 0 whether it is written or not', () => {
    assert.ok(sameState(one('A=True'), one('A=True', { observedGeneration: 0 })))
  })
})

describe('two lists', () => {
  // biome-ignore format: the table is the specification; its columns stay aligned
  const lists: [a: readonly Condition[], b: readonly Condition[], same: boolean, because: string][] = [
    [[],                       [],                       true,  'both are empty'],
    [many('A=True', 'B=True'), many('B=True', 'A=True'), true,  'order does not matter'],
    [many('A=True'),           many('A=False'),          false, 'one says something else'],
    [many('A=True'),           many('A=True', 'B=True'), false, 'one says more'],
    [many('A=True', 'A=True'), many('A=True', 'A=False'), false, 'each counts as often as it is there'],
  ]

  for (const [a, b, same, because] of lists) {
    it(`hold the same: ${same}, because ${because}`, () => assert.equal(sameConditions(a, b), same))
  }
})
