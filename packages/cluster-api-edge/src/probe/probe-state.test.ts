import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { failed, neverProbed, type ProbeState, succeeded, worthTelling } from './probe-state.ts'

type Case = [
  name: string,
  probes: readonly (readonly [at: number, 'answered' | 'failed'])[],
  since: number | undefined,
  because: string,
]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['one answer',                 [[1, 'answered']],                                             1,         'the row begins with it'],
  ['answers in a row',           [[1, 'answered'], [10_001, 'answered'], [20_001, 'answered']], 1,         'each comes soon after the last'],
  ['a failure',                  [[1, 'answered'], [10_001, 'failed']],                         undefined, 'the row is broken'],
  ['an answer after a failure',  [[1, 'answered'], [10_001, 'failed'], [20_001, 'answered']],   20_001,    'a new row begins'],
  ['a long silence in between',  [[1, 'answered'], [400_001, 'answered']],                      400_001,   'whoever took the connection for lost has to look again'],
]

describe('Since when every probe has been answered', () => {
  for (const [name, probes, since, because] of cases)
    it(`${name}: ${since ?? 'not said'}, because ${because}`, () => {
      let state: ProbeState = neverProbed
      for (const [at, answer] of probes)
        state = answer === 'answered' ? succeeded(state, at) : failed(state, at)
      assert.equal(state.answeredSince, since)
    })

  it('says when it was tried first only as long as nothing was answered', () => {
    const tried = failed(failed(neverProbed, 1), 10_001)
    assert.deepEqual([tried.firstProbeTime, tried.lastProbeTime], [1, 10_001])
    assert.equal(failed(succeeded(tried, 20_001), 30_001).firstProbeTime, undefined)
  })

  it('is told at once when it changes', () => {
    const told = succeeded(neverProbed, 1)
    assert.equal(worthTelling(told, succeeded(told, 10_001), 20_000), false)
    assert.equal(worthTelling(told, { ...succeeded(told, 10_001), answeredSince: 10_001 }, 20_000), true)
  })
})
