import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { families } from './families.testing.ts'
import { judge } from './judge.ts'

type Case = readonly [name: string, generation: unknown, status: object, word: string, because: string]

const ready = { type: 'Ready', status: 'True' }

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: readonly Case[] = [
  ['equal',                          3,         { observedGeneration: 3, conditions: [ready] },                            'Ready',       'the report is about this generation'],
  ['behind',                         3,         { observedGeneration: 2, conditions: [ready] },                            'Stale',       'the spec has changed since'],
  ['ahead',                          3,         { observedGeneration: 4, conditions: [ready] },                            'Stale',       'a report about something that this object never was, as after a restore'],
  ['equal as text',                  3,         { observedGeneration: '3', conditions: [ready] },                          'Ready',       'Argo Rollouts writes texts'],
  ['behind as text',                 3,         { observedGeneration: '2', conditions: [ready] },                          'Stale',       'Argo Rollouts writes texts'],
  ['a text that is no number',       3,         { observedGeneration: '5d4f9c', conditions: [ready] },                     'Ready',       'a hash cannot be compared'],
  ['a text of another count',        3,         { observedGeneration: '5678', conditions: [ready] },                       'Ready',       'a hash may consist of digits alone'],
  ['generation as text',             '3',       { observedGeneration: 2, conditions: [ready] },                            'Stale',       'what is meant is clear'],
  ['object without a generation',    undefined, { observedGeneration: 2, conditions: [ready] },                            'Ready',       'nothing to compare with'],
  ['status without a generation',    3,         { conditions: [ready] },                                                   'Ready',       'many operators report none'],
  ['never looked at',                3,         { observedGeneration: -1, conditions: [ready] },                           'Stale',       'the default that Flux gives before its first pass'],
  ['condition equal',                3,         { conditions: [{ ...ready, observedGeneration: 3 }] },                     'Ready',       'each condition has one of its own'],
  ['condition behind',               3,         { observedGeneration: 3, conditions: [{ ...ready, observedGeneration: 2 }] }, 'Stale',    'the status was seen, this condition is old'],
  ['condition ahead',                3,         { conditions: [{ ...ready, observedGeneration: 4 }] },                     'Stale',       'it cannot be about this object'],
  ['condition with zero',            3,         { conditions: [{ ...ready, observedGeneration: 0 }] },                     'Ready',       'what Go writes where nothing was set'],
  ['an old condition of a part',     3,         { conditions: [{ ...ready, observedGeneration: 3 }, { type: 'DatabaseReady', status: 'True', observedGeneration: 1 }] }, 'Ready', 'the summary is of this generation'],
  ['carried out before',             3,         { observedGeneration: 3, reconciledGeneration: 2, conditions: [ready] },   'Progressing', 'seen is not yet done'],
]

describe('generations', () => {
  for (const [name, generation, status, word, because] of cases) {
    it(`${name}: ${word}, because ${because}`, () => {
      const object = {
        apiVersion: 'example.com/v1',
        kind: 'Widget',
        metadata: { name: 'x', generation },
        status,
      }
      const verdict = judge(object, { now: '2026-01-01T00:00:00Z', families })
      assert.equal(verdict.word, word, verdict.sentence)
    })
  }

  it('are named in the sentence about a stale condition', () => {
    const status = { conditions: [{ ...ready, observedGeneration: 2 }] }
    const object = {
      apiVersion: 'example.com/v1',
      kind: 'Widget',
      metadata: { name: 'x', generation: 3 },
      status,
    }
    assert.equal(
      judge(object, { now: '2026-01-01T00:00:00Z', families }).sentence,
      'Widget x has a stale status: Ready is about generation 2, the object is at generation 3',
    )
  })
})
