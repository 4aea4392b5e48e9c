import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { manualTiming } from '@sitrep/controller/testing'
import type { Reporter } from '../show/reporter.ts'
import { type Ended, followAll } from './follow-all.ts'
import type { Followed, Outcome } from './followed.ts'
import type { TimeLimit } from './time-limit.ts'
import { Wake } from './wake.ts'

const silent: Reporter = {
  tell: () => {},
  add: () => {},
  draw: () => {},
  settle: () => {},
  moving: false,
}

interface Life {
  /** When it is decided, and how. */
  readonly decided?: readonly [at: number, outcome: Outcome]
  readonly settled?: boolean
  readonly interruptAt?: number
}

/** Follows something with this life for ten seconds, and answers how and when that ended. */
async function follow(life: Life, limit: TimeLimit): Promise<{ ended: Ended | undefined; at: number }> {
  const timing = manualTiming(0)
  const wake = new Wake(timing)
  const interrupt = new AbortController()
  const [decidedAt, outcome] = life.decided ?? [undefined, undefined]
  const followed: Followed = {
    subject: { apiVersion: 'cluster.x-k8s.io/v1beta2', kind: 'Cluster', namespace: 'team', name: 'prod' },
    goal: 'ready',
    look: (now) => (decidedAt !== undefined && now >= decidedAt ? outcome : undefined),
    picture: () => [],
    missing: ['Workers'],
    nextAt: decidedAt,
    readable: true,
    settled: life.settled ?? false,
    stop: async () => {},
  }
  let [ended, at]: [Ended | undefined, number] = [undefined, Number.NaN]
  const whole = followAll({
    all: [followed],
    timing,
    wake,
    reporter: silent,
    limit,
    interrupted: interrupt.signal,
  }).then((answer) => {
    ended = answer
    at = timing.now()
  })
  while (ended === undefined && timing.now() < 10_000) {
    if (timing.now() === life.interruptAt) interrupt.abort()
    await turn()
    if (ended === undefined) await timing.advance(100)
  }
  interrupt.abort()
  await whole
  return { ended, at }
}

describe('Following until the end', () => {
  type Case = [name: string, life: Life, limit: TimeLimit, by: string, at: number, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['decided in time',      { decided: [500, { is: 'ready' }] },                             { deadline: 800, once: false },   'all-decided', 500, 'nothing is left to wait for'],
    ['decided too late',     { decided: [900, { is: 'ready' }] },                             { deadline: 800, once: false },   'timeout',     800, 'the time was over before'],
    ['decided at the end',   { decided: [800, { is: 'failed', why: 'no quota' }] },           { deadline: 800, once: false },   'all-decided', 800, 'what is seen in time counts'],
    ['never decided',        {},                                                              { deadline: 800, once: false },   'timeout',     800, 'nobody waits for ever'],
    ['stopped by a person',  { interruptAt: 300 },                                            { deadline: 800, once: false },   'interrupt',   300, 'nobody waits against their will'],
    ['one look, all seen',   { settled: true, decided: [500, { is: 'ready' }] },              { deadline: 30_000, once: true }, 'timeout',     0,   'a single look was asked for'],
    ['one look, not seen',   { decided: [500, { is: 'ready' }] },                             { deadline: 30_000, once: true }, 'all-decided', 500, 'a look takes as long as it takes'],
  ]
  for (const [name, life, limit, by, at, because] of cases)
    it(`${name}: ${by} after ${at} ms, because ${because}`, async () => {
      const { ended, at: endedAt } = await follow(life, limit)
      assert.deepEqual([ended?.by, endedAt], [by, at])
      assert.equal(ended?.open.length, by === 'all-decided' ? 0 : 1)
    })
})
