import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PhaseRule } from '../family/following.ts'
import { inWords, nothingFound, object } from './following.testing.ts'
import { phaseRules, phasesOf, progressOf } from './progress.ts'

interface Loaf {
  readonly kneaded?: boolean
  readonly shaped?: number
  readonly baked?: boolean
  readonly bought?: boolean
}

const rules: readonly PhaseRule<Loaf>[] = [
  { name: 'dough', title: 'Dough', done: ({ kneaded }) => kneaded === true },
  {
    name: 'rest',
    title: 'Rest',
    done: ({ shaped = 0 }) => shaped === 2,
    counts: ({ shaped: replicas = 0 }) => ({ desired: 2, replicas, ready: replicas, upToDate: replicas }),
  },
  {
    name: 'oven',
    title: 'Oven',
    done: ({ baked }) => baked === true,
    skipped: ({ bought }) => (bought ? 'it was bought' : undefined),
    note: ({ baked }) => (baked ? undefined : 'still warm'),
  },
]

type Case = [name: string, loaf: Loaf, says: string, because: string]
// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['nothing yet',       {},                                       'dough working, rest waiting 0/2, oven waiting (still warm)', 'one step after the other'],
  ['ahead of its time', { shaped: 1 },                            'dough working, rest working 1/2, oven waiting (still warm)', 'what has begun by itself does not wait'],
  ['on its way',        { kneaded: true, shaped: 1 },             'dough done, rest working 1/2, oven waiting (still warm)',    'the first that is not over is worked on'],
  ['over early',        { kneaded: true, baked: true },           'dough done, rest working 0/2, oven done',                    'what is over is over'],
  ['of no concern',     { bought: true },                         'dough working, rest waiting 0/2, oven skipped (it was bought)', 'nobody waits for it'],
  ['all of it',         { kneaded: true, shaped: 2, baked: true }, 'dough done, rest done 2/2, oven done',                      'nothing is missing'],
]

describe('How far an object has come', () => {
  for (const [name, loaf, says, because] of cases) {
    it(`${name}: ${says}, because ${because}`, () => {
      assert.equal(inWords(phasesOf(rules, loaf)), says)
    })
  }

  it('is told the same from what was found, and ready is what has no open step', () => {
    const following = {
      phases: phaseRules(({ object: loaf }): Loaf => (loaf?.spec ?? {}) as Loaf, rules),
      troubles: () => [],
    }
    for (const [, spec, says] of cases) {
      const { phases, ready } = progressOf(following, {
        ...nothingFound,
        object: object('v1', 'Loaf', { spec }),
      })
      assert.equal(inWords(phases), says)
      assert.equal(ready, !/working|waiting/.test(says))
    }
  })
})
