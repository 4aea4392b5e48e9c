import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { playSeed, playUndisturbed } from './run.ts'
import { stories } from './story.ts'
import type { Told } from './told.ts'

type Case = [seed: number, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  [9,  'watches are cut, the server restarts, the clock jumps, and controllers are killed'],
  [10, 'requests and watches fail in every way, the clock jumps twice, and the controller is killed'],
  [7,  'two processes share the work over watches that break all the time'],
]

describe('A cluster that comes up, is scaled and loses a Node while everything goes wrong', () => {
  let expected: Told
  before(async () => {
    expected = await playUndisturbed(stories.one)
  })

  for (const [seed, because] of cases)
    it(`says in the end what it says without faults, with seed ${seed}: ${because}`, async () => {
      const { differences } = await playSeed(stories.one, seed, expected)
      assert.deepEqual(differences, [])
    })
})
