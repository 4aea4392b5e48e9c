import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  findStatusCondition,
  isStatusConditionFalse,
  isStatusConditionPresentAndEqual,
  isStatusConditionTrue,
  removeStatusCondition,
  setStatusCondition,
} from './apimachinery.ts'
import type { Condition } from './condition.ts'
import { frozen, many, one, told, typesOf } from './short.testing.ts'

const now = '2024-06-01T12:00:00.500Z'
const earlier = '2024-06-01T11:00:00Z'
const later = '2024-06-01T13:00:00Z'
const list = frozen([
  one('first=True'),
  one('second=False', { lastTransitionTime: earlier }),
  one('third=True'),
])

describe("apimachinery's set", () => {
  type Case = [name: string, given: Condition, second: Partial<Condition>, changed: boolean, because: string]

  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['other status',           one('second=True R: m'),                                                          { status: 'True', lastTransitionTime: now },          true,  'the time of now is not cut'],
    ['other status, own time', one('second=True', { lastTransitionTime: later }),                                { status: 'True', lastTransitionTime: later },        true,  'a given time counts'],
    ['other texts',            one('second=False R: m', { lastTransitionTime: later, observedGeneration: 3 }),   { reason: 'R', message: 'm', observedGeneration: 3, lastTransitionTime: earlier }, true, 'the time stays with the status'],
    ['time alone',             one('second=False', { lastTransitionTime: later }),                               { lastTransitionTime: earlier },                      false, 'which alone is no change'],
    ['generation of its own',  one('second=False', { observedGeneration: 9 }),                                   { observedGeneration: 9 },                            true,  'the generation is the one given'],
  ]

  for (const [name, given, second, changed, because] of cases) {
    it(`${name}: ${changed ? 'changed' : 'not changed'}, because ${because}`, () => {
      const result = setStatusCondition(list, given, now)
      assert.equal(result.changed, changed)
      assert.equal(typesOf(result.conditions), 'first second third')
      assert.deepEqual({ ...result.conditions[1], ...second }, result.conditions[1])
      assert.equal(result.conditions === list, !changed)
    })
  }

  it('adds at the end, with the time given or that of now', () => {
    const added = setStatusCondition(many('z=True'), one('a=True', { lastTransitionTime: earlier }), now)
    assert.deepEqual([added.changed, typesOf(added.conditions)], [true, 'z a'])
    assert.equal(added.conditions[1]?.lastTransitionTime, earlier)
    assert.equal(setStatusCondition(undefined, one('a=True'), now).conditions[0]?.lastTransitionTime, now)
  })

  it('leaves a time that was never set while the status stays', () => {
    const { conditions } = setStatusCondition(
      many('a=True'),
      one('a=True R', { lastTransitionTime: later }),
      now,
    )
    assert.equal(conditions[0]?.lastTransitionTime, undefined)
  })

  it('takes what it is given: any status, no reason', () => {
    assert.equal(told(setStatusCondition([], one('a=Maybe'), now).conditions[0] as Condition), 'a=Maybe')
  })
})

describe("apimachinery's remove", () => {
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: [from: string, type: string, left: string, removed: boolean][] = [
    ['first second third', 'second', 'first third',         true],
    ['first second third', 'fourth', 'first second third',  false],
    ['a b a',              'a',      'b',                   true],
    ['',                   'a',      '',                    false],
  ]

  for (const [from, type, left, removed] of cases) {
    it(`${type} from ${from || 'nothing'}: ${left || 'nothing'}, ${removed ? 'removed' : 'not removed'}`, () => {
      const before = from === '' ? undefined : from.split(' ').map((name) => one(`${name}=True`))
      const result = removeStatusCondition(before, type)
      assert.equal(typesOf(result.conditions), left)
      assert.equal(result.changed, removed)
    })
  }
})

describe("apimachinery's questions", () => {
  const twice = many('a=Unknown', 'a=True', 'b=False')

  it('are answered by the first of a type', () => {
    assert.equal(findStatusCondition(twice, 'a'), twice[0])
    assert.equal(isStatusConditionTrue(twice, 'a'), false)
    assert.equal(isStatusConditionPresentAndEqual(twice, 'a', 'Unknown'), true)
    assert.equal(isStatusConditionFalse(twice, 'b'), true)
  })

  it('are answered with no for what is missing', () => {
    assert.equal(findStatusCondition(twice, 'c'), undefined)
    assert.equal(isStatusConditionPresentAndEqual(twice, 'c', 'Unknown'), false)
    assert.equal(isStatusConditionFalse(undefined, 'c'), false)
  })
})
