import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
import { type Growth, growthOf, memoryInUse, type Sample } from './memory.ts'
import type { ServerOrder } from './server.ts'

const workersPerCluster = 50
const [sampleEveryMs, driftEveryMs, calmMs] = [10_000, 120_000, 3_000]
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
        minutes: { type: 'string', default: '10' },
        machines: { type: 'string', default: '2000' },
        seed: { type: 'string', default: '1' },
        limits: { type: 'string', default: '1' },
      },
    })
    const clusters = Math.max(1, Math.round(Number(values.machines) / workersPerCluster))
    const fleet: Fleet = { clusters, controlPlanes: 0, workers: workersPerCluster }
    const folder = mkdtempSync(join(tmpdir(), 'sitrep-soak-'))
    const server = await startServer({ fleet, folder, token: 'soak', limits: Number(values.limits) })
    try {
      return await soak(fleet, server, { minutes: Number(values.minutes), seed: Number(values.seed) })
    } finally {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

interface MeasuredServer {
  readonly connection: Connection
  readonly megabytes: () => Promise<number>
  readonly stop: () => Promise<void>
}

async function startServer(order: ServerOrder): Promise<MeasuredServer> {
  const child = fork(join(import.meta.dirname, 'server.ts'), [JSON.stringify(order)], {
    execArgv: ['--expose-gc', '--conditions=@sitrep/source'],
  })
  const ended = once(child, 'exit')
  const [{ url }] = (await once(child, 'message')) as [{ url: string }]
  return {
    connection: connectTo({ server: url, headers: () => ({ authorization: `Bearer ${order.token}` }) }),
    megabytes: async () => {
      child.send('memory')
      const [{ megabytes }] = (await once(child, 'message')) as [{ megabytes: number }]
      return megabytes
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
): Promise<boolean> {
  const { connection } = server
  const catalog = createCatalog(clusterApi({ profile: 'released' }))
  let writes = 0
  const controller = startController({ connection, catalog, mode: 'write', onWritten: () => writes++ })
  for (let index = 0; index < fleet.clusters; index++) controller.feed([...besidesTheApi(fleet, index)])
  await quiet(controller, () => writes)
  const churn = new Churn({ connection, fleet, chance: chanceOf(seed), feed: controller.feed })
  const [own, servers]: [Sample[], Sample[]] = [[], []]
  const begin = performance.now()
  const passed = (): number => (performance.now() - begin) / 60_000
  let [sampledAt, checkedAt, drifted] = [begin, begin, 0]
  const check = async (): Promise<void> => {
    await quiet(controller, () => writes)
    const drift = await driftIn({ controller, catalog, connection })
    for (const line of drift.slice(0, shownDrift)) console.log(`  ${line}`)
    drifted += drift.length
    checkedAt = performance.now()
  }
  while (passed() < minutes) {
    await Promise.all(Array.from({ length: atOnce }, () => churn.step()))
    if (performance.now() - checkedAt > driftEveryMs) await check()
    if (performance.now() - sampledAt < sampleEveryMs) continue
    own.push({ minutes: passed(), megabytes: memoryInUse() })
    servers.push({ minutes: passed(), megabytes: await server.megabytes() })
    sampledAt = performance.now()
  }
  await check()
  await controller.stop()
  connection.close()
  console.log(
    `  ${fleet.clusters * workersPerCluster} machines, ${churn.steps} changes, ${writes} statuses written, ${drifted} drifted`,
  )
  tell('controller', own, minutes)
  tell('server', servers, minutes)
  return drifted === 0
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

// Caches, history and compiled code fill up first: ten minutes, or the first half of a shorter run.
function tell(name: string, samples: readonly Sample[], minutes: number): void {
  const settled = samples.filter((sample) => sample.minutes >= Math.min(10, minutes / 2))
  const { megabytesPerHour, percentPerHour }: Growth = growthOf(settled)
  const sizes = samples.map(({ megabytes }) => megabytes.toFixed(0)).join(' ')
  console.log(`  ${name}: ${sizes} MB`)
  console.log(
    `  ${name}: ${megabytesPerHour.toFixed(1)} MB an hour (${percentPerHour.toFixed(1)} %) in the end`,
  )
}

/** Resolves when nothing has been written for a while. */
async function quiet(controller: Controller, writes: () => number): Promise<void> {
  for (let before = -1; before !== writes(); ) {
    before = writes()
    await new Promise((resolve) => setTimeout(resolve, calmMs))
    await controller.settled()
  }
}
