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
  ['news, then time',       [[['a', 'other'], ['b', 'news'], ['c', 'other']]],      'b a c', 'thousands may change at one moment'],
  ['time after news',       [[['a', 'news'], ['b', 'news'], ['a', 'other']]],       'a b',   'what is urgent stays so'],
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

  it('takes the most urgent first, each key once, and never a key twice at the same time', async () => {
    const order: string[] = []
    const gates: (() => void)[] = []
    const queue = new WriteQueue(1, async (key) => {
      order.push(key)
      await new Promise<void>((resolve) => gates.push(resolve))
    })
    queue.add('first', 'other')
    queue.add('slow', 'other')
    queue.add('worse', 'failing')
    queue.add('slow', 'deleting')
    queue.add('first', 'other')
    const idle = queue.idle()
    for (let step = 0; step < 5; step++) {
      gates.shift()?.()
      await new Promise((resolve) => setImmediate(resolve))
    }
    await idle
    assert.deepEqual(order, ['first', 'slow', 'worse', 'first'])
  })

  it('comes to what is not urgent though urgent ones come without end', async () => {
    const order: string[] = []
    const queue = new WriteQueue(1, async (key) => {
      order.push(key)
      if (order.length < 100) queue.add(`news ${order.length}`, 'news')
    })
    queue.hold()
    queue.add('news 0', 'news')
    queue.add('late', 'other')
    queue.release()
    await queue.idle()
    const at = order.indexOf('late')
    assert.ok(at > 0 && at < 20, `taken as number ${at}`)
  })

  it('begins nothing while it is held', async () => {
    const order: string[] = []
    const queue = new WriteQueue(1, async (key) => {
      order.push(key)
    })
    queue.hold()
    queue.add('first', 'other')
    queue.add('worse', 'failing')
    await new Promise((resolve) => setImmediate(resolve))
    assert.deepEqual(order, [])
    queue.release()
    await queue.idle()
    assert.deepEqual(order, ['worse', 'first'])
  })

  it('keeps no more under way than allowed', async () => {
    let running = 0
    let most = 0
    const queue = new WriteQueue(3, async () => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setImmediate(resolve))
      running--
    })
    for (let at = 0; at < 20; at++) queue.add(`k${at}`, 'other')
    await queue.idle()
    assert.equal(most, 3)
  })

  it('finishes what is under way when it is stopped, and takes nothing more', async () => {
    const done: string[] = []
    const queue = new WriteQueue(1, async (key) => {
      await new Promise((resolve) => setImmediate(resolve))
      done.push(key)
    })
    queue.add('a', 'other')
    queue.add('b', 'other')
    await queue.stop()
    queue.add('c', 'other')
    assert.deepEqual(done, ['a'])
  })
})
