import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { chanceOf } from '../chance.ts'
import type { Statuses } from './driven.ts'
import { type Killing, playKilling } from './kill/play.ts'
import { playSockets } from './socket/play.ts'

const killing: Killing = {
  seats: 2,
  kills: [
    { at: 700, whom: 'server', which: 0 },
    { at: 900, whom: 'controller', which: 1 },
  ],
}

describe('A cluster that comes up by the real clock', () => {
  let undisturbed: Statuses
  before(async () => {
    undisturbed = (await playSockets(undefined)).statuses
  })

  it('says in the end what it says undisturbed, and nothing acknowledged is lost, when the server and a shard are killed', async () => {
    const { differences, acknowledged } = await playKilling(killing, undisturbed)
    assert.deepEqual(differences, [])
    assert.ok(acknowledged > 0)
  })

  it('says in the end what it says undisturbed, when sockets to both clusters break, hang and end in the middle', async () => {
    const { differences, hits } = await playSockets(chanceOf(1), undisturbed)
    assert.deepEqual(differences, [])
    assert.ok(hits > 0)
  })
})
