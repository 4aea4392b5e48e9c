import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { HeldBytes, ownLimits } from './limits.ts'
import { event, list, presentUntil, reflect, staying, thing } from './scripted.testing.ts'

const long = (name: string, version: string, length: number) => ({
  ...thing(name, version),
  spec: { text: 'x'.repeat(length) },
})

describe('What is held of a cluster of strangers', () => {
  const limits = { ...ownLimits, heldBytes: 10_000 }

  it('ends at its limit, over all pages of a list; then nothing of it is kept', async () => {
    const pages = [
      { ...list([], '7', 'more'), items: [long('a', '7', 6_000)] },
      { ...list([], '7'), items: [long('b', '7', 6_000)] },
    ]
    const { told, read } = await reflect({ lists: pages, limits }, 100)
    assert.deepEqual(told.sort(), ['+a', '-a', '-b'])
    assert.deepEqual([...new Set(read)], [false])
  })

  it('ends at its limit while it is watched, and is not used up by what changes or goes', async () => {
    const grown = [1, 2, 3, 4].map((version) => event('MODIFIED', long('a', `${version + 7}`, 4_000)))
    const gone = event('DELETED', thing('a', '20'))
    const another = event('ADDED', long('b', '21', 8_000))
    const steady = await reflect(
      { present: [staying(presentUntil('7'), ...grown, gone, another)], limits },
      100,
    )
    assert.deepEqual(steady.told, ['+a', '+a', '+a', '+a', '-a', '+b'])
    assert.deepEqual(steady.read, [true])
    const tooMuch = event('ADDED', long('c', '22', 8_000))
    const over = await reflect({ present: [staying(presentUntil('7'), another, tooMuch)], limits }, 100)
    assert.equal(over.read.at(-1), false)
    assert.ok(over.told.includes('-b'))
  })

  it('does not take an event that is longer than any object', async () => {
    const small = { ...ownLimits, eventBytes: 1_000 }
    const present = [
      staying(
        presentUntil('7'),
        event('ADDED', long('a', '8', 100)),
        event('ADDED', long('b', '9', 5_000)).subarray(0, 4_000),
      ),
    ]
    assert.deepEqual((await reflect({ present, limits: small }, 100)).told, ['+a'])
  })

  const hollow = (name: string, version: string, lists: number) => ({
    ...thing(name, version),
    spec: Array.from({ length: lists }, () => []),
  })

  it('is counted as it is held, where brackets stand for more than their length', async () => {
    const pages = [{ ...list([], '7'), items: [hollow('a', '7', 1_000)] }]
    assert.ok(JSON.stringify(pages).length < limits.heldBytes)
    const careful = { ...limits, values: 10_000 }
    assert.deepEqual((await reflect({ lists: pages, limits: careful }, 100)).read.at(-1), false)
    const present = [staying(presentUntil('7'), event('ADDED', hollow('b', '8', 1_000)))]
    assert.equal((await reflect({ present, limits: careful }, 100)).read.at(-1), false)
  })

  it('takes no more values at once than are parsed in no time, in a list or an event', async () => {
    const careful = { ...ownLimits, values: 500 }
    const lists = [{ ...list([], '7'), items: [hollow('a', '7', 1_000)] }]
    const listed = await reflect({ lists, limits: careful }, 100)
    assert.deepEqual([listed.told, listed.read[0]], [[], false])
    const present = [
      staying(presentUntil('7'), event('ADDED', thing('b', '8')), event('ADDED', hollow('c', '9', 1_000))),
    ]
    assert.deepEqual((await reflect({ present, limits: careful }, 100)).told, ['+b'])
  })

  it('has no slash in its name or namespace, because what has gone could not be told from others', async () => {
    for (const metadata of [{ name: 'a/b' }, { name: 'a', namespace: 'b/c' }]) {
      const lists = [{ ...list([], '7'), items: [{ ...thing('a', '7'), metadata }] }]
      const { told, read } = await reflect({ lists }, 100)
      assert.deepEqual([told, read[0]], [[], false])
    }
  })

  it('is counted together by all who follow the cluster', () => {
    const held = new HeldBytes(100)
    assert.deepEqual([held.take(60), held.take(60), held.take(-60)], [true, false, true])
  })
})
