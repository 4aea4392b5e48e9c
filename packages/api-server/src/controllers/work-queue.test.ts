import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { WorkQueue } from './work-queue.ts'

const unexpected = (error: unknown): never => assert.fail(String(error))

describe('a work queue', () => {
  it('looks at a key once, however often it was added before its turn', async () => {
    const seen: string[] = []
    const queue = new WorkQueue({ work: (key) => Promise.resolve(void seen.push(key)), report: unexpected })
    for (const key of ['a', 'b', 'a']) queue.add(key)
    await queue.idle()
    assert.deepEqual(seen, ['a', 'b'])
  })

  it('looks again at a key that was added while it was being looked at', async () => {
    const seen: string[] = []
    const queue: WorkQueue = new WorkQueue({
      report: unexpected,
      work: async (key) => {
        seen.push(key)
        if (seen.length === 1) queue.add(key)
        await Promise.resolve()
      },
    })
    queue.add('a')
    await queue.idle()
    assert.deepEqual(seen, ['a', 'a'])
  })

  it('reports a failure and tries again', async () => {
    const failures: unknown[] = []
    let attempts = 0
    const done = Promise.withResolvers<void>()
    const queue = new WorkQueue({
      report: (error) => failures.push(error),
      work: () => {
        if (++attempts === 1) return Promise.reject(new Error('once'))
        done.resolve()
        return Promise.resolve()
      },
    })
    const held = setInterval(() => undefined, 50)
    queue.add('a')
    await done.promise
    clearInterval(held)
    assert.deepEqual([failures.length, attempts], [1, 2])
  })

  it('finishes what it is at and forgets the rest when it closes', async () => {
    const seen: string[] = []
    const queue = new WorkQueue({ work: (key) => Promise.resolve(void seen.push(key)), report: unexpected })
    queue.add('a')
    await queue.idle()
    await queue.close()
    queue.add('b')
    await queue.idle()
    assert.deepEqual(seen, ['a'])
  })
})
