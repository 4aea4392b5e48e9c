import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Fleet } from '../../../packages/cluster-api/bench/world.ts'
import type { SoakPart } from '../parts.ts'
import { driftIn } from './drift.ts'
import { catalog, type Life, withLife } from './life.ts'
import { livedClusters } from './lived.ts'
import { memoryInUse } from './memory.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { type Look, type Outcome, tellLook, tellOutcome } from './tell.ts'

const [workersPerCluster, controlPlanes] = [50, 3]
const [lookEveryMs, driftEveryMs, heldBackMs] = [60_000, 600_000, 65_000]
const atOnce = 4
const shownDrift = 5

/** Lets a fleet change for as long as told, and watches memory and drift. */
export const change: SoakPart = {
  name: 'change',
  summary:
    'Change all the time: memory stays, and what is held equals what is stored and what is computed from nothing',
  usage: 'change [--minutes N] [--machines N] [--seed N] [--limits TIMES]',

  async run(args) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        minutes: { type: 'string', default: '70' },
        machines: { type: 'string', default: '100000' },
        seed: { type: 'string', default: '1' },
        limits: { type: 'string', default: '1' },
      },
    })
    const clusters = Math.max(1, Math.round(Number(values.machines) / (workersPerCluster + controlPlanes)))
    const fleet: Fleet = { clusters, controlPlanes, workers: workersPerCluster }
    const moulds = await livedClusters(fleet)
    const folder = mkdtempSync(join(tmpdir(), 'sitrep-soak-'))
    const server = await startServer({ clusters, moulds, folder, limits: Number(values.limits) })
    try {
      const { connection } = server
      const life = { connection, fleet, moulds, seed: Number(values.seed), letter: 'b' }
      const outcome = await withLife(life, (begun) => soak(begun, server, Number(values.minutes)))
      return tellOutcome({ fleet, ...outcome })
    } finally {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function soak(
  { controller, churn, written, quiet }: Life,
  { connection, memory }: ServerProcess,
  minutes: number,
): Promise<Omit<Outcome, 'fleet'>> {
  const looks: Look[] = []
  const begin = performance.now()
  const first = written()
  const passed = (): number => (performance.now() - begin) / 60_000
  // At rest: what is under way takes memory too, the more the faster this machine lets it go.
  const look = async (): Promise<void> => {
    await quiet()
    const [at, changes] = [passed(), churn.changes + written() - first]
    looks.push({ minutes: at, changes, controller: memoryInUse(), server: await memory() })
  }
  let [lookedAt, checkedAt, drifted, checks] = [begin, begin, 0, 0]
  const check = async (): Promise<void> => {
    await quiet()
    let drift = await driftIn({ controller, catalog, connection })
    if (drift.length > 0) {
      // What changes more than once a second is written again only after a while.
      await sleep(heldBackMs)
      await quiet()
      drift = await driftIn({ controller, catalog, connection })
    }
    for (const line of drift.slice(0, shownDrift)) console.log(`  ${line}`)
    drifted += drift.length
    checks++
    checkedAt = performance.now()
    // What was read for it is let go with the next answers: memory is looked at again when they have come.
    lookedAt = checkedAt
  }
  // The first comparison takes what only the first one takes, and tells whether it begins well.
  await check()
  while (passed() < minutes) {
    await Promise.all(Array.from({ length: atOnce }, () => churn.step()))
    if (performance.now() - checkedAt > driftEveryMs) await check()
    if (performance.now() - lookedAt < lookEveryMs) continue
    await look()
    tellLook(looks.at(-1), drifted)
    lookedAt = performance.now()
  }
  await check()
  return { minutes: passed(), looks, drifted, checks, written: written() - first }
}
