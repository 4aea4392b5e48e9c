import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Priority, WriteQueue } from './write-queue.ts'

type Added = readonly [key: string, priority: Priority]
type Case = [name: string, rounds: readonly (readonly Added[])[], worked: string, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['one after the other',   [[['a', 'other'], ['b', 'other']]],                     'a b',   'who came first goes first'],
  ['one that is urgent',    [[['a', 'other'], ['b', 'failing'], ['c', 'deleting']]], 'c b a', 'somebody waits for it'],
  ['one that becomes so',   [[['a', 'other'], ['b', 'other'], ['b', 'failing']]],   'b a',   'it waits in one place only'],
  ['the same again',        [[['a', 'other'], ['b', 'other'], ['a', 'other']]],     'a b',   'it has its place already'],
  ['more after the last',   [[['a', 'other']], [['b', 'other'], ['c', 'other']]],   'a b c', 'a queue that was empty fills again'],
  ['the same after itself', [[['a', 'other']], [['a', 'other']]],                   'a a',   'it may have changed since'],
]

describe('A queue of writes', () => {
  for (const [name, rounds, worked, because] of cases)
    it(`takes ${name}: ${worked}, because ${because}`, async () => {
      const seen: string[] = []
      const queue = new WriteQueue(1, async (key) => void seen.push(key))
      for (const round of rounds) {
        queue.hold()
        for (const [key, priority] of round) queue.add(key, priority)
        queue.release()
        await queue.idle()
      }
      assert.equal(seen.join(' '), worked)
    })
})
