import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Trouble } from '@sitrep/status'
import { object } from '../objects.testing.ts'
import { givesUpAt, hopeless, type LastingTrouble, type Patience, remember } from './patience.ts'

const machine = object('cluster.x-k8s.io/v1beta2', 'Machine')
const trouble = (weight: Trouble['weight'], text = 'broken'): Trouble => ({ object: machine, text, weight })

interface Look {
  readonly at: number
  readonly troubles: readonly Trouble[]
}

/** The second at which the wait ends, going by looks at these seconds; `never` when it does not. */
function endsAt(looks: readonly Look[], firstLook: Patience['firstLook']): string {
  let lasting: readonly LastingTrouble[] | undefined
  for (const { at, troubles } of looks) {
    lasting = remember(lasting, troubles, { now: at * 1000, firstLook })
    if (hopeless(lasting, at * 1000, { failAfterMs: 60_000 })) return `at ${at}`
  }
  return 'never'
}

const every = (troubles: readonly Trouble[], ...seconds: readonly number[]): readonly Look[] =>
  seconds.map((at) => ({ at, troubles }))

type Case = [
  name: string,
  looks: readonly Look[],
  firstLook: Patience['firstLook'],
  says: string,
  because: string,
]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['no trouble',           every([], 0, 100),                                                                  'trusted',  'never', 'there is nothing to give up for'],
  ['an error that lasts',  every([trouble('error')], 0, 59, 60),                                               'trusted',  'at 60', 'it stood unchanged for a minute'],
  ['an error that goes',   [...every([trouble('error')], 0, 50), ...every([], 55), ...every([trouble('error')], 70, 120)], 'trusted', 'never', 'the second one is another one'],
  ['another text',         [...every([trouble('error', 'a')], 0, 40), ...every([trouble('error', 'b')], 50, 100)], 'trusted', 'never', 'something is going on'],
  ['a final one',          every([trouble('final')], 3),                                                       'trusted',  'at 3',  'waiting cannot help'],
  ['final from before',    every([trouble('final')], 0, 59),                                                   'doubtful', 'never', 'what was applied may have cured it'],
  ['final and still so',   every([trouble('final')], 0, 60),                                                   'doubtful', 'at 60', 'it has not'],
  ['final, later',         [...every([], 0), ...every([trouble('final')], 5)],                                 'doubtful', 'at 5',  'it came after what was applied'],
  ['server out of reach',  every([trouble('passing')], 0, 600),                                                'trusted',  'never', 'that says nothing about the cluster'],
]

describe('Patience', () => {
  for (const [name, looks, firstLook, says, because] of cases) {
    it(`${name} ends it ${says}, because ${because}`, () => {
      assert.equal(endsAt(looks, firstLook), says)
    })
  }

  it('tells when the oldest trouble will have lasted long enough', () => {
    const first = remember(undefined, [trouble('error', 'a')], { now: 1000, firstLook: 'trusted' })
    const both = remember(first, [trouble('error', 'a'), trouble('error', 'b')], {
      now: 9000,
      firstLook: 'trusted',
    })
    assert.equal(givesUpAt(both, { failAfterMs: 60_000 }), 61_000)
    assert.equal(givesUpAt([], { failAfterMs: 60_000 }), undefined)
  })
})
