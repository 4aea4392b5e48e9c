import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Decision } from './decision.ts'
import { mirror } from './mirror.ts'
import { otherwise } from './rows.ts'
import { absent, type ConditionRules, decide, False, keep, oneOf, report, True, Unknown } from './rules.ts'
import { object, told } from './short.testing.ts'

interface ScalingFacts {
  readonly listed: boolean
  readonly desired: number | undefined
  readonly current: number
  readonly paused: boolean
  readonly deleted: boolean
}

const missing = ({ desired = 0, current }: ScalingFacts): number => desired - current
const fromTo = (f: ScalingFacts): string => `Scaling up from ${f.current} to ${f.desired} replicas`

// biome-ignore format: the table is the specification; its columns stay aligned
const scalingUp: ConditionRules<ScalingFacts> = {
  type: 'ScalingUp',
  rows: [
    ['the set is gone',            (f) => f.deleted,               absent],
    ['the set is paused',          (f) => f.paused,                keep],
    ['Machines cannot be listed',  (f) => !f.listed,               Unknown('InternalError', 'Cannot list Machines')],
    ['spec.replicas is not set',   (f) => f.desired === undefined, Unknown('WaitingForReplicasSet'), [{ field: 'spec.replicas' }]],
    ['fewer Machines than wanted', (f) => missing(f) > 0,          True(oneOf(['ScalingUp', 'FirstScaleUp'], (f) => f.current > 0 ? 'ScalingUp' : 'FirstScaleUp'), fromTo)],
    ['otherwise',                  otherwise,                      False('NotScalingUp')],
  ],
}

const steady: ScalingFacts = { listed: true, desired: 2, current: 2, paused: false, deleted: false }

type Case = [name: string, given: Partial<ScalingFacts>, says: string, row: number, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['steady',            {},                              'ScalingUp=False NotScalingUp',                                       5, 'the last row always holds'],
  ['one missing',       { desired: 3 },                  'ScalingUp=True ScalingUp: Scaling up from 2 to 3 replicas',          4, 'reason and message are made from the facts'],
  ['none yet',          { current: 0 },                  'ScalingUp=True FirstScaleUp: Scaling up from 0 to 2 replicas',       4, 'the other reason of the list was picked'],
  ['replicas not set',  { desired: undefined },          'ScalingUp=Unknown WaitingForReplicasSet',                            3, 'a message may be left out'],
  ['cannot list',       { listed: false, desired: 3 },   'ScalingUp=Unknown InternalError: Cannot list Machines',              2, 'the first row that applies decides, not the last'],
  ['paused',            { paused: true, listed: false }, 'keep',                                                               1, 'nothing is said while paused'],
  ['deleted',           { deleted: true, paused: true }, 'absent',                                                             0, 'there is nothing to talk about'],
]

const saysOf = (decision: Decision): string =>
  decision.outcome === 'set' ? told(decision.condition) : decision.outcome

describe('a table decides', () => {
  for (const [name, given, says, row, because] of cases) {
    it(`${name}: ${says}, because ${because}`, () => {
      const decision = decide(scalingUp, { ...steady, ...given })
      assert.equal(saysOf(decision), says)
      assert.equal(decision.type, 'ScalingUp')
      assert.equal(decision.by, 'table')
      assert.equal(decision.row?.index, row)
      assert.equal(decision.row?.words, scalingUp.rows[row]?.[0])
    })
  }

  it('says in words why the rows above did not apply', () => {
    assert.deepEqual(decide(scalingUp, { ...steady, listed: false }).row?.passedOver, [
      'the set is gone',
      'the set is paused',
    ])
  })

  it('throws on facts that no row covers, for a silent table would be a hole in the rules', () => {
    const table: ConditionRules<number> = { type: 'Odd', rows: [['odd', (n) => n % 2 === 1, True('Odd')]] }
    assert.equal(saysOf(decide(table, 3)), 'Odd=True Odd')
    assert.throws(() => decide(table, 2), TypeError)
  })

  it('stamps neither time nor generation, which is for whoever sets it', () => {
    const decision = decide(scalingUp, steady)
    assert.ok(decision.outcome === 'set')
    assert.deepEqual(Object.keys(decision.condition), ['type', 'status', 'reason', 'message'])
  })
})

describe('what a decision rests on', () => {
  it('is what the caller read and what the row names', () => {
    const read = [{ ref: { kind: 'Cluster', name: 'c' }, condition: 'Paused' }]
    const { sources } = decide(scalingUp, { ...steady, desired: undefined }, read)
    assert.deepEqual(sources, [...read, { field: 'spec.replicas' }])
  })

  it('can be made from the facts', () => {
    const table: ConditionRules<{ at: string }> = {
      type: 'Ready',
      rows: [['always', otherwise, True('Ready'), (f) => [{ field: f.at }]]],
    }
    assert.deepEqual(decide(table, { at: 'spec.x' }).sources, [{ field: 'spec.x' }])
  })

  it('is nothing where nobody says', () => {
    assert.deepEqual(decide(scalingUp, steady).sources, [])
  })
})

describe('a row that hands on what something else says', () => {
  const infrastructure = object('AWSMachine/m1', 'Ready=False Booting: no address yet')
  const table: ConditionRules<typeof infrastructure> = {
    type: 'InfrastructureReady',
    rows: [['its object reports', otherwise, report((f) => mirror(f, 'Ready'))]],
  }

  it('speaks under the type of the table', () => {
    assert.equal(saysOf(decide(table, infrastructure)), 'InfrastructureReady=False Booting: no address yet')
  })

  it('passes on what that rested on', () => {
    const ref = { kind: 'AWSMachine', name: 'm1' }
    assert.deepEqual(decide(table, infrastructure).sources, [{ ref, condition: 'Ready' }])
  })

  it('keeps the time since when it is so', () => {
    const since = '2024-01-01T00:00:00Z'
    const state = { status: 'True', reason: 'R', message: '', lastTransitionTime: since } as const
    const decision = decide({ type: 'Ready', rows: [['always', otherwise, report(() => state)]] }, {})
    assert.ok(decision.outcome === 'set')
    assert.equal(decision.condition.lastTransitionTime, since)
  })
})
