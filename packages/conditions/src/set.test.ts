import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Condition } from './condition.ts'
import { type Decision, stated } from './decision.ts'
import type { ConditionOrder } from './order.ts'
import { deleteCondition, setCondition, setConditions } from './set.ts'
import { byType, frozen, many, one, told, typesOf } from './short.testing.ts'

const now = '2024-06-01T12:00:00Z'
const before = '2024-01-01T00:00:00Z'
const existing = one('Ready=False NotReady: waiting', { observedGeneration: 4, lastTransitionTime: before })

interface Expected {
  readonly time?: string | undefined
  readonly generation?: number | undefined
}

type Case = [
  name: string,
  given: Condition,
  generation: number | undefined,
  expected: Expected,
  because: string,
]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['other status',               one('Ready=True Ready'),                                                        4, { time: now, generation: 4 },                      'the time moves with the status'],
  ['other status, own time',     one('Ready=True Ready', { lastTransitionTime: '2024-05-05T05:05:05.999Z' }),    4, { time: '2024-05-05T05:05:05Z', generation: 4 },   'a given time counts, cut to the second'],
  ['other status, older time',   one('Ready=True Ready', { lastTransitionTime: '1999-01-01T00:00:00Z' }),        4, { time: '1999-01-01T00:00:00Z', generation: 4 },   'times need not grow'],
  ['other status, offset',       one('Ready=True Ready', { lastTransitionTime: '2024-05-05T07:05:05+02:00' }),   4, { time: '2024-05-05T05:05:05Z', generation: 4 },   'times are kept in UTC'],
  ['other reason',               one('Ready=False Broken: waiting'),                                             4, { time: before, generation: 4 },                   'a rewording is no transition'],
  ['other message, own time',    one('Ready=False NotReady: x', { lastTransitionTime: now }),                    4, { time: before, generation: 4 },                   'a given time is ignored while the status is the same'],
  ['other generation alone',     one('Ready=False NotReady: waiting'),                                           5, { time: before, generation: 5 },                   'a new generation is a change without a transition'],
  ['own generation',             one('Ready=True Ready', { observedGeneration: 99 }),                            5, { time: now, generation: 5 },                      "the object's generation overrides the condition's"],
  ['object without generation',  one('Ready=True Ready', { observedGeneration: 99 }),                    undefined, { time: now, generation: 99 },                     "nobody knows better than the condition"],
  ['generation 0',               one('Ready=True Ready', { observedGeneration: 99 }),                            0, { time: now, generation: undefined },              'generation 0 is left out'],
]

describe('setting a condition that is there', () => {
  for (const [name, given, generation, { time, generation: observed }, because] of cases) {
    it(`${name}, because ${because}`, () => {
      const [set, ...rest] = setCondition(frozen([existing]), frozen(given), { generation, now })
      assert.deepEqual(rest, [])
      assert.equal(set && told(set), told(given))
      assert.equal(set?.lastTransitionTime, time)
      assert.equal(set?.observedGeneration, observed)
    })
  }

  it('returns the very list when nothing changes, in whatever order', () => {
    const list = frozen([one('Zed=True R'), existing, one('Alpha=True R')])
    const later = { ...existing, lastTransitionTime: now, observedGeneration: 1 }
    assert.equal(setCondition(list, later, { generation: 4, now, order: byType }), list)
  })

  it('keeps a time that was never set while the status stays', () => {
    const [set] = setCondition([one('Ready=False NotReady')], one('Ready=False Other'), { now })
    assert.equal(set?.lastTransitionTime, undefined)
  })

  it('changes the first of a type that is there twice, and leaves the other', () => {
    const list = setCondition(many('A=True R: 1', 'A=True R: 2'), one('A=False R: 3'), { now })
    assert.deepEqual(list.map(told), ['A=False R: 3', 'A=True R: 2'])
  })
})

describe('setting a condition that is not there', () => {
  it('gives it the time of now, cut to the second', () => {
    const [set] = setCondition(undefined, one('Ready=True Ready'), {
      generation: 123,
      now: '2024-06-01T12:00:00.999Z',
    })
    assert.deepEqual(set, {
      type: 'Ready',
      status: 'True',
      observedGeneration: 123,
      lastTransitionTime: now,
      reason: 'Ready',
      message: '',
    })
  })

  it('puts its keys in the order in which an API server writes them', () => {
    const [set] = setCondition([], one('Ready=True Ready'), { generation: 1, now })
    assert.equal(
      Object.keys(set ?? {}).join(' '),
      'type status observedGeneration lastTransitionTime reason message',
    )
  })

  it('leaves all where it stands and the new one at the end, or sorts the whole list as asked', () => {
    const list = many('Ready=True R', 'Alpha=True R')
    const set = (order?: ConditionOrder): string =>
      typesOf(setCondition(list, one('Available=True R'), { now, order }))
    assert.equal(set(), 'Ready Alpha Available')
    assert.equal(set('unsorted'), 'Ready Alpha Available')
    assert.equal(set(byType), 'Alpha Available Ready')
    assert.equal(
      set((a, b) => byType(b, a)),
      'Ready Available Alpha',
    )
  })
})

describe('carrying out decisions', () => {
  const leave = (outcome: 'keep' | 'absent', type: string): Decision => ({
    outcome,
    type,
    by: 'table',
    sources: [],
  })
  const list = frozen(many('Ready=True R', 'B=True R', 'A=True R'))
  const stamp = { generation: 7, now }

  it('sets, keeps and removes in one go, and sorts as asked once something was set', () => {
    const decisions = [leave('keep', 'B'), leave('absent', 'Ready'), stated(one('Aa=False NotPaused'))]
    const set = (order?: ConditionOrder): string[] =>
      setConditions(list, frozen(decisions), { ...stamp, order }).map(told)
    assert.deepEqual(set(), ['B=True R', 'A=True R', 'Aa=False NotPaused'])
    assert.deepEqual(set(byType), ['A=True R', 'Aa=False NotPaused', 'B=True R'])
  })

  it('keeps value, time and generation of what is kept', () => {
    const kept = one('A=Unknown X', { observedGeneration: 2, lastTransitionTime: before })
    const [first] = setConditions([kept], [leave('keep', 'A'), stated(one('B=True R'))], stamp)
    assert.equal(first, kept)
  })

  it('keeps the order where conditions are only removed', () => {
    const order = byType
    assert.equal(typesOf(setConditions(list, [leave('absent', 'Ready')], { ...stamp, order })), 'B A')
  })

  it('returns the very list when nothing changes', () => {
    const decisions = [leave('keep', 'B'), leave('keep', 'Missing'), leave('absent', 'Gone')]
    assert.equal(setConditions(list, decisions, stamp), list)
    assert.equal(setConditions(list, [], stamp), list)
  })

  it('does not make up a condition that is to be kept and is not there', () => {
    assert.deepEqual(setConditions(undefined, [leave('keep', 'A')], stamp), [])
  })

  it('throws on two decisions about one type, for one of them would be lost', () => {
    const decisions = [stated(one('A=True R')), leave('absent', 'A')]
    assert.throws(() => setConditions(list, decisions, stamp), TypeError)
  })
})

describe('removing a condition', () => {
  const list = frozen(many('a=True R', 'b=True R', 'a=False R'))

  it('removes all of a type and keeps the order of the rest', () => {
    assert.deepEqual(deleteCondition(list, 'a').map(told), ['b=True R'])
  })

  it('returns the very list when there is none', () => {
    assert.equal(deleteCondition(list, 'c'), list)
    assert.deepEqual(deleteCondition(undefined, 'c'), [])
  })
})
