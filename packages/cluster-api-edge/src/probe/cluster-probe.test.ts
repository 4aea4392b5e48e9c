import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { manualTiming } from '@sitrep/controller/testing'
import { ClusterProbe } from './cluster-probe.ts'

type Case = [name: string, waits: readonly number[], counted: number, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['one attempt',                   [],                     1, 'it failed'],
  ['attempts a second apart',       [1_000, 1_000, 1_000],  1, 'together they say no more than one'],
  ['attempts as far apart as probes', [10_000, 10_000],     3, 'each is one more'],
  ['several within one wait',       [1_000, 5_000, 1_000],  2, 'six seconds later it was asked anew'],
]

describe('The count of failures of a workload cluster', () => {
  for (const [name, waits, counted, because] of cases) {
    it(`${name}: ${counted}, because ${because}`, async () => {
      const timing = manualTiming(0)
      const probe = new ClusterProbe(timing, { probeEveryMs: 10_000, probeTimeoutMs: 5_000 })
      probe.fail()
      for (const wait of waits) {
        await timing.advance(wait, wait)
        probe.fail()
      }
      assert.equal(probe.state.consecutiveFailures, counted)
    })
  }
})
