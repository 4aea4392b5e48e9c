import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openTestFleet, type TestFleet } from '@sitrep/simulator/testing'
import { recordStatuses } from '../../../apps/sitrep/stories/status-record.testing.ts'
import { chanceOf } from '../chance.ts'
import { type Disturbance, DisturbedFleet, disturbanceOf } from './disturb.ts'
import type { Story } from './story.ts'
import { movedTimes } from './times.ts'
import { differences, readStatuses, type Told, toldBy } from './told.ts'

const undisturbed: Disturbance = { seats: 1, requests: 0, streams: 0, twice: 0, blows: [] }

/** What one seed did and what came of it. */
export interface SeedOutcome {
  readonly seed: number
  readonly disturbance: Disturbance
  readonly hits: ReadonlyMap<string, number>
  /** In which ways it ended differently; nothing where it held. */
  readonly differences: readonly string[]
}

/** Plays a story without any trouble: what all others are compared with. */
export async function playUndisturbed(story: Story): Promise<Told> {
  const { told } = await play(story, undisturbed, 0)
  return told
}

/** Plays it with the trouble that the seed brings. */
export async function playSeed(story: Story, seed: number, expected: Told): Promise<SeedOutcome> {
  const disturbance = disturbanceOf(chanceOf(seed), story.lastsMs)
  const { told, hits, problems } = await play(story, disturbance, seed)
  return { seed, disturbance, hits, differences: [...differences(told, expected), ...problems] }
}

interface Played {
  readonly told: Told
  readonly hits: ReadonlyMap<string, number>
  readonly problems: readonly string[]
}

async function play(story: Story, disturbance: Disturbance, seed: number): Promise<Played> {
  const folder = mkdtempSync(join(tmpdir(), 'sitrep-faults-'))
  const server = disturbance.blows.some(({ blow }) => blow.kind === 'restart server') ? { data: folder } : {}
  const fleet = await openTestFleet({ scenario: story.scenario, controller: 'none', server })
  const disturbed = new DisturbedFleet(fleet, disturbance, chanceOf(seed + 1))
  const record = recordStatuses({
    connection: fleet.connection,
    timing: fleet.timing,
    isStill: (object, from, to) => !disturbed.news.between(object, from, to),
  })
  try {
    const begin = fleet.timing.now()
    const until = async (at: number): Promise<void> => {
      const left = begin + at - fleet.timing.now()
      if (left > 0) await disturbed.advance(left, 1_000)
    }
    for (const { at, blow } of disturbance.blows) {
      await until(at)
      await disturbed.suffer(blow)
    }
    await until(story.lastsMs)
    disturbed.calm()
    const statuses = await settle(fleet, disturbed)
    const moved = movedTimes(record.writes, disturbed.turns)
    return {
      told: toldBy(statuses, record),
      hits: disturbed.hits,
      problems: [...disturbed.problems, ...moved],
    }
  } finally {
    await record.stop()
    await disturbed.stop()
    await fleet.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

// Longer than anything waits that hangs: requests a minute, silent watches a hundred seconds, backoffs half a minute.
const calmMs = 240_000
const mostMs = 1_200_000
const lookEveryMs = 60_000
// By the real clock: what the process has given away (files, keys) comes back when the machine finds the time.
const breathMs = 50

/** Lets time pass until nothing has changed for a while. */
async function settle(fleet: TestFleet, disturbed: DisturbedFleet): Promise<ReadonlyMap<string, unknown>> {
  await disturbed.advance(calmMs, 3_000)
  let before = ''
  for (let waited = 0; waited < mostMs; waited += lookEveryMs) {
    await disturbed.advance(lookEveryMs, 3_000)
    await delay(breathMs)
    await fleet.settled()
    const statuses = await readStatuses(fleet.list)
    const now = JSON.stringify([...statuses])
    if (now === before) return statuses
    before = now
  }
  throw new Error('The statuses never came to rest')
}
