import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../json/json.ts'
import { compileSchema } from '../compiled-schema.ts'
import { validateInSlices } from '../validate-object.ts'

/** Of one slice on any machine that is not very slow; the bar of the whole server is 100 ms. */
const mostMs = 100

const dear = 'self.all(x, self.exists(y, x == y))'
const schema = compileSchema({
  type: 'object',
  properties: {
    spec: {
      type: 'array',
      items: { type: 'string' },
      'x-kubernetes-validations': Array.from({ length: 40 }, () => ({ rule: dear })),
    },
  },
})

describe('Rules that take as long as their budget allows', () => {
  const spec = Array.from({ length: 400 }, (_, index) => `item${index}`)
  const object = { spec } as unknown as JsonObject

  it('stop in between, and no slice is long', () => {
    const longest: number[] = []
    // The first time, the platform compiles what it meets.
    for (let round = 0; round < 2; round++) {
      const spent: number[] = []
      const work = validateInSlices(schema, object, {})
      for (let done: boolean | undefined = false; done !== true; ) {
        const before = process.cpuUsage()
        done = work.next().done
        spent.push(process.cpuUsage(before).user / 1000)
      }
      assert.ok(spent.length > 10, `${spent.length} slices`)
      longest.push(Math.max(...spent))
    }
    assert.ok(Math.min(...longest) < mostMs, `a slice of ${Math.min(...longest).toFixed(0)} ms`)
  })

  it('end with the budget of the object', () => {
    const work = validateInSlices(schema, object, {})
    let step = work.next()
    while (step.done !== true) step = work.next()
    assert.match(step.value.map(({ message }) => message).join(), /running out of cost budget/)
  })
})
