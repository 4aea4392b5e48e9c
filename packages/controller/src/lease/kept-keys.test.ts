import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { KeptByMember } from './kept-keys.ts'
import { ownerOf } from './owner-of.ts'

const keys = Array.from({ length: 400 }, (_, at) => `prod/c${at}`)

type Case = [before: readonly string[][], after: readonly string[][], gains: boolean, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  [[['a', 'b']],             [['a']],                   true,  'what b had is taken over'],
  [[['a']],                  [['a', 'b'], ['a']],       false, 'whoever joins only takes'],
  [[['a', 'b'], ['a']],      [['a', 'b']],              false, 'what was kept for a while is let go'],
  [[['a', 'b']],             [['a', 'c'], ['a', 'b']],  true,  'c may leave to a what b had'],
  [[[]],                     [['a', 'b']],              true,  'it had nothing before'],
  [[['a', 'b']],             [['b']],                   false, 'without a seat there is nothing to keep'],
]

describe('The keys of a member', () => {
  for (const [before, after, gains, because] of cases)
    it(`${JSON.stringify(before)} to ${JSON.stringify(after)}: ${gains ? 'more' : 'no more'}, because ${because}`, () => {
      const [then, now] = [new KeptByMember('a', before), new KeptByMember('a', after)]
      assert.equal(now.gains(then), gains)
      // Whoever is told that there is nothing new misses nothing.
      assert.equal(
        keys.some((key) => now.keeps(key) && !then.keeps(key)),
        gains,
      )
    })

  it('are those that rendezvous hashing gives it', () => {
    const kept = new KeptByMember('a', [['a', 'b', 'c']])
    for (const key of keys) assert.equal(kept.keeps(key), ownerOf(key, ['a', 'b', 'c']) === 'a')
    assert.deepEqual(kept.members, ['a', 'b', 'c'])
  })
})
