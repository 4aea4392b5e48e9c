import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { clusterApi } from '@sitrep/cluster-api'
import { type Controller, startController } from '@sitrep/controller'
import { type Connection, connectTo } from '@sitrep/controller/connection'
import type { WorldChange } from '@sitrep/engine'
import { createCatalog } from '@sitrep/status'
import { clusterObjects, type Fleet } from '../../../packages/cluster-api/bench/world.ts'
import { chanceOf } from '../chance.ts'
import type { SoakPart } from '../parts.ts'
import { Churn } from './churn.ts'
import { driftIn } from './drift.ts'
import { type Memory, memoryInUse } from './memory.ts'
import type { ServerOrder } from './server.ts'
import { type Look, type Outcome, tellLook, tellOutcome } from './tell.ts'

const [workersPerCluster, controlPlanes] = [50, 3]
const [lookEveryMs, driftEveryMs, calmMs, heldBackMs] = [60_000, 600_000, 3_000, 65_000]
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
    const folder = mkdtempSync(join(tmpdir(), 'sitrep-soak-'))
    const server = await startServer({ fleet, folder, token: 'soak', limits: Number(values.limits) })
    try {
      const order = { minutes: Number(values.minutes), seed: Number(values.seed) }
      return tellOutcome(await soak(fleet, server, order))
    } finally {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

interface MeasuredServer {
  readonly connection: Connection
  readonly memory: () => Promise<Memory>
  readonly stop: () => Promise<void>
}

async function startServer(order: ServerOrder): Promise<MeasuredServer> {
  const child = fork(join(import.meta.dirname, 'server.ts'), [JSON.stringify(order)], {
    execArgv: ['--expose-gc', '--max-old-space-size=8192', '--conditions=@sitrep/source'],
  })
  const ended = once(child, 'exit')
  const [{ url }] = (await once(child, 'message')) as [{ url: string }]
  return {
    connection: connectTo({ server: url, headers: () => ({ authorization: `Bearer ${order.token}` }) }),
    memory: async () => {
      child.send('memory')
      const [memory] = (await once(child, 'message')) as [Memory]
      return memory
    },
    stop: async () => {
      child.disconnect()
      await ended
    },
  }
}

async function soak(
  fleet: Fleet,
  server: MeasuredServer,
  { minutes, seed }: { readonly minutes: number; readonly seed: number },
): Promise<Outcome> {
  const { connection } = server
  const catalog = createCatalog(clusterApi({ profile: 'released' }))
  let written = 0
  const controller = startController({ connection, catalog, mode: 'write', onWritten: () => written++ })
  for (let index = 0; index < fleet.clusters; index++) controller.feed([...besidesTheApi(fleet, index)])
  await quiet(controller, () => written)
  const churn = new Churn({ connection, fleet, chance: chanceOf(seed), feed: controller.feed })
  const looks: Look[] = []
  const begin = performance.now()
  const first = written
  const passed = (): number => (performance.now() - begin) / 60_000
  const look = async (): Promise<void> => {
    const [at, changes] = [passed(), churn.changes + written - first]
    looks.push({ minutes: at, changes, controller: memoryInUse(), server: await server.memory() })
  }
  let [lookedAt, checkedAt, drifted, checks] = [begin, begin, 0, 0]
  const check = async (): Promise<void> => {
    await quiet(controller, () => written)
    let drift = await driftIn({ controller, catalog, connection })
    if (drift.length > 0) {
      // What changes more than once a second is written again only after a while.
      await sleep(heldBackMs)
      await quiet(controller, () => written)
      drift = await driftIn({ controller, catalog, connection })
    }
    for (const line of drift.slice(0, shownDrift)) console.log(`  ${line}`)
    drifted += drift.length
    checks++
    checkedAt = performance.now()
    // What was read for it is let go with the next answers: memory is looked at again when they have come.
    lookedAt = checkedAt
  }
  while (passed() < minutes) {
    await Promise.all(Array.from({ length: atOnce }, () => churn.step()))
    if (performance.now() - checkedAt > driftEveryMs) await check()
    if (performance.now() - lookedAt < lookEveryMs) continue
    await look()
    tellLook(looks.at(-1), drifted)
    lookedAt = performance.now()
  }
  await check()
  await look()
  await controller.stop()
  connection.close()
  return { fleet, minutes: passed(), looks, drifted, checks, written: written - first }
}

/** What the controller sees of a cluster that is not in the management cluster: its Nodes, and that it answers. */
function* besidesTheApi(fleet: Fleet, index: number): Iterable<WorldChange> {
  // Ahead of every run: nobody probes here, and nobody is to believe that the connection was lost meanwhile.
  const seen = new Date(Date.now() + 24 * 3_600_000).toISOString()
  const status = { lastProbeTime: seen, lastProbeSuccessTime: seen, consecutiveFailures: 0 }
  for (const each of clusterObjects(fleet, index))
    if (!('object' in each) || (each.cluster ?? '') !== '') yield each
    else if (each.object.kind === 'ClusterProbe') yield { object: { ...each.object, status } }
}

/** Resolves when everything was looked at and nothing has been written for a while. */
async function quiet(controller: Controller, writes: () => number): Promise<void> {
  for (let before = -1; !controller.synced || before !== writes(); ) {
    before = writes()
    await sleep(calmMs)
    await controller.settled()
  }
}
