import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turnOfLoop } from 'node:timers/promises'
import type { WorldChange } from '@sitrep/engine'
import { manualTiming } from '../timing.testing.ts'
import { PendingChanges } from './pending-changes.ts'

const change: WorldChange = { cluster: '', kind: 'every', read: true }

describe('Whoever brings changes', () => {
  const timing = manualTiming(0)

  it('goes on at once while few wait to be taken in', async () => {
    const pending = new PendingChanges(timing)
    fill(pending, 499)
    assert.deepEqual(await waiting(pending, 1), ['first'])
  })

  it('waits where many do, until they are taken', async () => {
    const pending = new PendingChanges(timing)
    fill(pending, 500)
    const gone = await waiting(pending, 2)
    assert.deepEqual(gone, [])
    assert.equal(pending.take().length, 500)
    await turnOfLoop()
    assert.deepEqual(gone, ['first', 'second'])
  })

  it('waits for a tenth of a second at most, however long a turn takes', async () => {
    const pending = new PendingChanges(timing)
    fill(pending, 500)
    const gone = await waiting(pending, 2)
    await timing.advance(99)
    assert.deepEqual(gone, [])
    await timing.advance(1)
    assert.deepEqual(gone, ['first', 'second'])
    assert.deepEqual(await waiting(pending, 1), [], 'and whoever comes next waits as long')
  })
})

function fill(pending: PendingChanges, times: number): void {
  for (let time = 0; time < times; time++) pending.add(change)
}

/** Who has gone on, now and later. */
async function waiting(pending: PendingChanges, count: number): Promise<readonly string[]> {
  const gone: string[] = []
  for (const name of ['first', 'second'].slice(0, count)) void pending.room().then(() => gone.push(name))
  await turnOfLoop()
  return gone
}
