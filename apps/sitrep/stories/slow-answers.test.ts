import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Connection } from '@sitrep/controller/connection'
import { type ClusterStory, clusterStoryOn, openTestFleet, says } from '@sitrep/simulator/testing'
import { type CountedConnection, countWrites } from './counted-writes.testing.ts'

// Enough turns of the event loop for the watch to show what a write has done, long before the writer hears of it.
const late = 40

/** The same connection, on which the answer to a write comes after everybody else has seen what was written. */
const withLateAnswers = (connection: Connection): Connection => ({
  ...connection,
  request: async (request) => {
    const answer = await connection.request<never>(request)
    for (let turn = 0; request.method === 'PATCH' && turn < late; turn++)
      await new Promise((resolve) => setImmediate(resolve))
    return answer
  },
})

describe('A server whose watches are faster than its answers', () => {
  const fights: unknown[] = []
  let story: ClusterStory
  let sent: CountedConnection
  before(async () => {
    const fleet = await openTestFleet({ controller: 'none' })
    sent = countWrites(withLateAnswers(fleet.connection))
    fleet.startController({ connection: sent.connection, onFight: (fight) => fights.push(fight) })
    story = clusterStoryOn(fleet)
  })
  after(() => story.close())

  it('makes nobody believe that somebody else takes back our words', async () => {
    await story.begin()
    await story.available()
    const workers = await story.workers()
    for (let round = 0; round < 6; round++) {
      for (const { metadata } of workers)
        await story.breakNode(metadata.name, round % 2 === 0 ? 'NotReady' : null)
      await story.fleet.timing.advance(2_000, 100)
    }
    await story.available()
    await story.fleet.settled()
    assert.deepEqual(fights, [])
    assert.ok((await story.machines()).every((machine) => says(machine, 'Ready') === 'True Ready'))
    assert.deepEqual(
      sent.writes.filter(({ outcome }) => outcome === 'unchanged'),
      [],
    )
    assert.deepEqual(story.fleet.errors, [])
  })
})
