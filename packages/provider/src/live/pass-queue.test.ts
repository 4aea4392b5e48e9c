import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { manualTiming } from '@sitrep/controller/testing'
import type { NextPass } from '../pass/pass-options.ts'
import { PassQueue, type PassQueueOptions } from './pass-queue.ts'

const again: NextPass = { due: 'again' }
const none: NextPass = { due: 'none' }

function openQueue(
  answer: (key: string, count: number) => NextPass,
  options: Partial<PassQueueOptions> = {},
) {
  const timing = manualTiming(0)
  const began: [key: string, at: number][] = []
  const queue = new PassQueue({
    timing,
    concurrency: 2,
    allowance: { burst: 1_000, everyMs: 1 },
    pass: async (key) => {
      began.push([key, timing.now()])
      return answer(key, began.length)
    },
    ...options,
  })
  return { timing, queue, began, times: () => began.map(([, at]) => at) }
}

describe('the queue of passes', () => {
  it('waits longer after each failure in a row, up to a minute', async () => {
    const { timing, queue, times } = openQueue(() => again)
    queue.add('a')
    await turn()
    await timing.advance(130_000, 500)
    assert.deepEqual(times(), [0, 1_000, 3_000, 7_000, 15_000, 31_000, 63_000, 123_000])
  })

  it('begins anew with short waits after a pass that went well', async () => {
    const { timing, queue, times } = openQueue((_key, count) => (count === 3 ? none : again))
    queue.add('a')
    await turn()
    await timing.advance(10_000, 500)
    queue.add('a')
    await turn()
    await timing.advance(1_500, 500)
    assert.deepEqual(times(), [0, 1_000, 3_000, 10_000, 11_000])
  })

  it('looks again after the interval, and at once when the object changes before', async () => {
    const { timing, queue, times } = openQueue(() => ({ due: 'after', milliseconds: 60_000 }))
    queue.add('a')
    await turn()
    await timing.advance(60_000, 1_000)
    await timing.advance(10_000, 1_000)
    queue.add('a')
    await turn()
    await timing.advance(59_000, 1_000)
    assert.deepEqual(times(), [0, 60_000, 70_000])
  })

  it('never passes over one object twice at the same time, and forgets no change meanwhile', async () => {
    const timing = manualTiming(0)
    let under = 0
    let most = 0
    let passes = 0
    const queue = new PassQueue({
      timing,
      concurrency: 5,
      allowance: { burst: 100, everyMs: 1 },
      pass: async () => {
        most = Math.max(most, ++under)
        passes++
        await timing.sleep(1_000)
        under--
        return none
      },
    })
    queue.add('a')
    await timing.advance(500)
    queue.add('a')
    queue.add('a')
    await timing.advance(3_000, 500)
    assert.deepEqual([most, passes], [1, 2])
  })

  it('begins no more passes than allowed, over all objects', async () => {
    const { timing, queue, times } = openQueue(() => none, { allowance: { burst: 2, everyMs: 1_000 } })
    for (const key of ['a', 'b', 'c', 'd']) queue.add(key)
    assert.equal(queue.depth, 2)
    await timing.advance(5_000, 500)
    assert.deepEqual(times(), [0, 0, 1_000, 2_000])
  })

  it('begins nothing once it is stopped', async () => {
    const { timing, queue, times } = openQueue(() => again)
    queue.add('a')
    await timing.advance(100)
    await queue.stop()
    queue.add('a')
    await timing.advance(100_000, 1_000)
    assert.deepEqual(times(), [0])
  })
})
