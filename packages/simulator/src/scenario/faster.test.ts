import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { faster } from './faster.ts'
import { parseScenario } from './parse.ts'

const scenario = parseScenario(
  `
name: one
timings: { nodeJoin: 10s, variation: 0.5 }
clusters: [{ name: blue, controlPlane: 3, healthCheck: 5m }]
timeline: [{ at: 60s, scale: { cluster: blue, group: control-plane, replicas: 5 } }]
`,
  'one.yaml',
)

describe('A faster scenario', () => {
  it('takes less time in everything, and is the same otherwise', () => {
    const { name, timings, timeline } = faster(scenario, 10)
    assert.deepEqual([name, timings['nodeJoinMs'], timings.variation], ['one', 1_000, 0.5])
    assert.deepEqual(
      timeline.map(({ atMs }) => atMs),
      [0, 6_000],
    )
    const [created, scaled] = timeline.map(({ happening }) => happening)
    assert.partialDeepStrictEqual(created, { cluster: { controlPlane: 3, healthCheckMs: 30_000 } })
    assert.partialDeepStrictEqual(scaled, { replicas: 5 })
  })

  for (const speed of [0, -1, Number.NaN, Number.POSITIVE_INFINITY])
    it(`refuses the speed ${speed}`, () => {
      assert.throws(() => faster(scenario, speed), RangeError)
    })
})
