import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { byteLength } from '../byte-order.ts'
import { ConditionsError } from '../errors.ts'
import { severityConditionLimits } from '../limits.ts'
import { byType, frozen, typesOf } from '../short.testing.ts'
import type { SeverityCondition } from './condition.ts'
import {
  falseNegativeSeverityCondition,
  falseSeverityCondition,
  trueNegativeSeverityCondition,
  trueSeverityCondition,
  unknownSeverityCondition,
} from './make.ts'
import { sameSeverityState } from './same.ts'
import { deleteSeverityCondition, setSeverityCondition, setSeverityConditionWithTime } from './set.ts'
import { many, one, told } from './short.testing.ts'

const now = '2024-06-01T12:00:00.500Z'
const floored = '2024-06-01T12:00:00Z'
const x = '2012-01-01T12:15:30.5Z'
const y = '2012-01-02T12:15:30.5Z'

describe('making a condition with a severity', () => {
  const texts = { reason: 'R', severity: 'Warning', message: 'm' } as const

  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: [made: SeverityCondition, says: string, because: string][] = [
    [trueSeverityCondition('A'),                  'A=True',                'all is well, and that is all'],
    [falseSeverityCondition('A', texts),          'A=False/Warning R: m',  'something is wrong'],
    [falseSeverityCondition('A', { reason: 'R' }), 'A=False R',            'what is empty is left out'],
    [unknownSeverityCondition('A', texts),        'A=Unknown R: m',        'how bad the unknown is would be a guess'],
    [trueNegativeSeverityCondition('A', texts),   'A=True/Warning R: m',   'something is wrong, where True is bad'],
    [falseNegativeSeverityCondition('A'),         'A=False',               'all is well, where True is bad'],
  ]

  for (const [made, says, because] of cases) {
    it(`${says}, because ${because}`, () => assert.equal(told(made), says))
  }
})

describe('the state of a condition with a severity', () => {
  const steady = one('A=False/Info R: m', x)

  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: [a: SeverityCondition | undefined, b: SeverityCondition | undefined, same: boolean, because: string][] = [
    [steady,    one('A=False/Info R: m', y),     true,  'since when is no part of it'],
    [steady,    one('B=False/Info R: m', x),     false, 'another type'],
    [steady,    one('A=True/Info R: m', x),      false, 'another status'],
    [steady,    one('A=False/Error R: m', x),    false, 'another severity'],
    [steady,    one('A=False/Info S: m', x),     false, 'another reason'],
    [steady,    one('A=False/Info R: n', x),     false, 'another message'],
    [undefined, undefined,                       true,  'neither is there'],
    [steady,    undefined,                       false, 'one is not there'],
    [undefined, steady,                          false, 'one is not there'],
  ]

  for (const [a, b, same, because] of cases) {
    it(`${told(a)} and ${told(b)}: ${same}, because ${because}`, () =>
      assert.equal(sameSeverityState(a, b), same))
  }
})

describe('setting a condition with a severity', () => {
  type Case = [
    name: string,
    existing: SeverityCondition[],
    given: SeverityCondition,
    time: string | undefined,
    custom: string | undefined,
    because: string,
  ]

  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['new, no time',              [],                          one('A=True'),            floored, floored, 'it is so since now'],
    ['new, own time',             [],                          one('A=True', x),         x,       x,       'its own time is kept as it is'],
    ['same state',                [one('A=True', x)],          one('A=True', y),         x,       x,       'nothing changed'],
    ['other status',              [one('A=True', x)],          one('A=False'),           floored, floored, 'it is so since now'],
    ['other status, own time',    [one('A=True', x)],          one('A=False', y),        floored, y,       'only the setter with times listens to it'],
    ['other message',             [one('A=True R: m', x)],     one('A=True R: n'),       floored, x,       'any change moves the time, but for the setter with times'],
    ['other message, own time',   [one('A=True R: m', x)],     one('A=True R: n', y),    floored, x,       'a given time is not listened to either way'],
    ['other severity',            [one('A=False/Info', x)],    one('A=False/Error'),     floored, x,       'how bad it is belongs to what it says'],
    ['other text, never set',     [one('A=True R: m')],        one('A=True R: n', y),    floored, undefined, 'the setter with times keeps what is there'],
  ]

  for (const [name, existing, given, time, custom, because] of cases) {
    it(`${name}: ${time}, with times of its own ${custom}, because ${because}`, () => {
      const list = frozen(existing)
      const [set] = setSeverityCondition(list, frozen(given), { now })
      const [withTime] = setSeverityConditionWithTime(list, given, { now })
      assert.deepEqual([told(set), told(withTime)], [told(given), told(given)])
      assert.deepEqual([set?.lastTransitionTime, withTime?.lastTransitionTime], [time, custom])
    })
  }

  it('leaves the list as it stands, and puts what is new at its end', () => {
    const list = frozen(many('b=True', 'a=True'))
    assert.equal(setSeverityCondition(list, one('a=True'), { now }), list)
    assert.equal(typesOf(setSeverityCondition(list, one('Ready=True'), { now })), 'b a Ready')
    assert.equal(typesOf(setSeverityConditionWithTime(list, one('Ready=True'), { now })), 'b a Ready')
  })

  it('sorts as asked, even when nothing else changes', () => {
    const list = frozen(many('b=True', 'a=True'))
    assert.equal(typesOf(setSeverityCondition(list, one('a=True'), { now, order: byType })), 'a b')
    assert.equal(typesOf(setSeverityCondition(list, one('aa=True'), { now, order: byType })), 'a aa b')
    assert.equal(
      typesOf(setSeverityConditionWithTime(list, one('aa=True'), { now, order: byType })),
      'a aa b',
    )
  })

  it('leaves the list alone where there is nothing to set, for that is how "no result" passes', () => {
    const list = many('b=True', 'a=True')
    assert.equal(setSeverityCondition(list, undefined, { now, order: byType }), list)
    assert.equal(setSeverityConditionWithTime(list, undefined, { now, order: byType }), list)
  })

  it('keeps texts within what an API server takes', () => {
    const [set] = setSeverityCondition([], one(`A=False ${'R'.repeat(300)}: ${'x\n'.repeat(9_000)}`), { now })
    assert.ok(byteLength(set?.reason ?? '') <= severityConditionLimits.reason)
    assert.ok(byteLength(set?.message ?? '') <= severityConditionLimits.message)
  })

  it('refuses what an API server would refuse', () => {
    for (const bad of [one('=True'), one('A=Maybe'), one('A=')]) {
      assert.throws(() => setSeverityCondition([], bad, { now }), ConditionsError)
    }
  })
})

describe('removing a condition with a severity', () => {
  it('removes all of a type and keeps the order', () => {
    const list = many('b=True', 'a=True', 'b=False')
    assert.equal(typesOf(deleteSeverityCondition(list, 'b')), 'a')
    assert.equal(deleteSeverityCondition(list, 'c'), list)
  })
})
