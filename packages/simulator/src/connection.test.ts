import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { acceleratedTiming } from './connection.ts'

describe('An accelerated clock', () => {
  it('runs faster from the moment it was made, and sleeps as much shorter', async () => {
    let now = 1_000
    const slept: number[] = []
    const timing = {
      now: () => now,
      sleep: (milliseconds: number) => {
        slept.push(milliseconds)
        return Promise.resolve()
      },
    }
    const fast = acceleratedTiming(timing, 10)
    assert.equal(fast.now(), 1_000)
    now += 500
    assert.equal(fast.now(), 6_000)
    await fast.sleep(2_000)
    assert.deepEqual(slept, [200])
  })

  for (const speed of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
    it(`refuses the speed ${speed}`, () => {
      const timing = { now: () => 0, sleep: () => Promise.resolve() }
      assert.throws(() => acceleratedTiming(timing, speed), RangeError)
    })
  }
})
