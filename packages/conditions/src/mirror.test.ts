import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Condition } from './condition.ts'
import { type MirrorOptions, mirror } from './mirror.ts'
import { setCondition } from './set.ts'
import { frozen, one, told } from './short.testing.ts'

const since = '2024-01-01T00:00:00.123Z'
const now = '2024-06-01T12:00:00Z'
const reported = one('Ready=False Booting: no address', { observedGeneration: 10, lastTransitionTime: since })
const fallback = one('x=True Assumed: not reported, assumed good')

type Case = [
  name: string,
  given: Condition[] | undefined,
  options: MirrorOptions,
  says: string,
  time: string | undefined,
  because: string,
]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['there',                     [reported],                { },                                     'Ready=False Booting: no address',                                  since,     'it says what the source says, since when'],
  ['under another type',        [reported],                { target: 'InfraReady' },               'InfraReady=False Booting: no address',                             since,     'the type is that of the target'],
  ['there, with a fallback',    [reported],                { fallback },                            'Ready=False Booting: no address',                                  since,     'a fallback is for what is missing'],
  ['no message',                [one('Ready=True R')],     { },                                     'Ready=True R',                                                     undefined, 'an empty message is a message'],
  ['missing',                   [],                        { target: 'InfraReady' },               'InfraReady=Unknown NotYetReported: Condition Ready not yet reported', undefined, 'the text names the type that is missing, not the target'],
  ['no source',                 undefined,                 { },                                     'Ready=Unknown NotYetReported: Condition Ready not yet reported',    undefined, 'who is not there says nothing'],
  ['missing, with a fallback',  [],                        { fallback },                            'Ready=True Assumed: not reported, assumed good',                   undefined, 'the fallback speaks'],
  ['fallback without a status', [],                        { fallback: { ...fallback, status: '' as never } }, 'Ready=Unknown NotYetReported: Condition Ready not yet reported', undefined, 'it is ignored as a whole'],
  ['status outside the three',  [one('Ready=Maybe R: x')], { },                                     'Ready=Maybe R: x',                                                 undefined, 'a mirror does not judge'],
]

describe('a mirror', () => {
  for (const [name, given, options, says, time, because] of cases) {
    it(`${name}: ${says}, because ${because}`, () => {
      const { condition } = mirror(given && frozen(given), 'Ready', frozen(options))
      assert.equal(told(condition), says)
      assert.equal(condition.lastTransitionTime, time)
      assert.equal(condition.observedGeneration, undefined)
    })
  }

  it('rests on the condition it mirrors, there or not', () => {
    const ref = { cluster: 'prod/c1', group: 'infra', kind: 'AWSMachine', namespace: 'prod', name: 'm1' }
    assert.deepEqual(mirror({ ...ref, labels: {}, conditions: [] }, 'Ready', { target: 'X' }).sources, [
      { ref, condition: 'Ready' },
    ])
    assert.deepEqual(mirror([reported], 'Ready').sources, [{ condition: 'Ready' }])
  })
})

describe('a mirror that is set', () => {
  const { condition } = mirror([reported], 'Ready', { target: 'InfraReady' })

  it('brings the time of its source, cut to the second, and the generation of the target', () => {
    const [set] = setCondition([], condition, { generation: 3, now })
    assert.equal(set?.lastTransitionTime, '2024-01-01T00:00:00Z')
    assert.equal(set?.observedGeneration, 3)
  })

  it('leaves the time of the target while the status is the same', () => {
    const before = one('InfraReady=False Other', { lastTransitionTime: now })
    assert.equal(setCondition([before], condition, { now })[0]?.lastTransitionTime, now)
  })
})
