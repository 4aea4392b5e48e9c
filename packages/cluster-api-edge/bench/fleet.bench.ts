import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { clusterApi } from '@sitrep/cluster-api'
import { type Controller, collectInProportion, type Edge, startController } from '@sitrep/controller'
import { type Connection, connectTo } from '@sitrep/controller/connection'
import type { Engine, WorldChange } from '@sitrep/engine'
import { at, createCatalog, list } from '@sitrep/status'
import { clusterName, clusterObjects } from '../../cluster-api/bench/world.ts'
import { start } from '../../controller/bench/child-process.ts'
import type { BenchRow } from '../../controller/bench/client.bench.ts'
import { clusterApiEdge } from '../src/cluster-api-edge.ts'
import { type FleetSize, fleetSizes, type NodesChanged, nodeLoad, type SizeName } from './fleet-size.ts'
import { Latencies } from './latencies.ts'
import { Pauses } from './pauses.ts'

/** A controller of a whole fleet against an embedded server: from its start until all is written, and then Nodes that change. */
export async function bench(sizeName: SizeName = 'full'): Promise<readonly BenchRow[]> {
  // As `sitrep run` does.
  collectInProportion()
  const size = fleetSizes[sizeName]
  const { answer, child, stop } = await start<{ url: string; token: string }>(
    new URL('./fleet-server.ts', import.meta.url).href,
    [sizeName],
  )
  const headers = { authorization: `Bearer ${answer.token}` }
  const connection = connectTo({ server: answer.url, headers: () => headers })
  const latencies = new Latencies()
  const pauses = new Pauses()
  const known = new Knowing(size, () => fleet)
  const fleet = startController({
    connection: timedConnection(connection, latencies),
    catalog: createCatalog(clusterApi({ profile: 'released' })),
    mode: 'write',
    edges: [timedEdge(inProcess(clusterApiEdge({ sources: [] }), size), latencies)],
    onTaken: (changes) => {
      latencies.reached('computed', changes)
      known.look()
    },
    onHeld: (part, seconds) => pauses.inTurn(part, seconds * 1_000),
    onWritten: (ref) => latencies.written(ref),
    onWriteError: (_, error) => console.error(error.message),
  })
  const measured = { fleet, known, latencies, pauses }
  try {
    const label = `fleet of ${size.clusters * (size.controlPlanes + size.workers)} machines`
    const built = await measureStart(measured)
    const changed = await measureChanges(measured, child)
    return [...built, ...changed].map((row) => ({ ...row, name: `${label}: ${row.name}` }))
  } finally {
    await fleet.stop()
    connection.close()
    await stop()
  }
}

/** Notes when statuses are sent and answered. */
function timedConnection(connection: Connection, latencies: Latencies): Connection {
  return {
    ...connection,
    request: async (request) => {
      const answered = request.method === 'PATCH' ? latencies.sent(request.path) : undefined
      const answer = await connection.request<never>(request)
      answered?.()
      return answer
    },
  }
}

/** Notes when changes come from workload clusters, and when they are taken in. */
function timedEdge(edge: Edge, latencies: Latencies): Edge {
  return {
    start: (around) => {
      const feed = (changes: readonly WorldChange[]): void => {
        latencies.received(changes)
        around.feed(changes)
      }
      const running = edge.start({ ...around, feed })
      return {
        ...running,
        onTaking: (changes) => {
          latencies.reached('turn begun', changes)
          running.onTaking?.(changes)
        },
      }
    },
  }
}

/** Brings what connections to workload clusters would bring, where there are no kubeconfigs for them, in place of word that there are none. */
function inProcess(edge: Edge, size: FleetSize): Edge {
  const fed = new Set<string>()
  const broughtBy = (change: WorldChange): readonly WorldChange[] => {
    if (!('read' in change) || !change.cluster) return [change]
    const index = Number(change.cluster.slice(change.cluster.lastIndexOf('-') + 1))
    if (index < size.remote) return [change]
    if (fed.has(change.cluster)) return []
    fed.add(change.cluster)
    return [...clusterObjects(size, index)].filter(
      (each) => !('object' in each) || each.cluster !== undefined || each.object.kind === 'ClusterProbe',
    )
  }
  return {
    start: (around) => edge.start({ ...around, feed: (changes) => around.feed(changes.flatMap(broughtBy)) }),
  }
}

interface Measured {
  readonly fleet: Controller
  readonly known: Knowing
  readonly latencies: Latencies
  readonly pauses: Pauses
}

const clusterKind = { group: 'cluster.x-k8s.io', kind: 'Cluster', namespace: 'fleet' }

/**
 * Waits until everything that is asked for was looked at, and every Cluster is judged by it: one that is judged is not looked at again. That is so
 * at the end of a turn, and others follow at once for what is written meanwhile: whoever waited for a quiet moment would wait for the writes too.
 */
class Knowing {
  readonly #size: FleetSize
  readonly #fleet: () => Controller
  readonly #all = Promise.withResolvers<void>()
  #judged = 0
  #done = false

  constructor(size: FleetSize, fleet: () => Controller) {
    this.#size = size
    this.#fleet = fleet
  }

  get all(): Promise<void> {
    return this.#all.promise
  }

  /** A turn has come to its end. */
  look(): void {
    if (this.#done) return
    const fleet = this.#fleet()
    const { clusters } = this.#size
    while (this.#judged < clusters && isJudged(fleet.engine, clusterName(this.#judged))) this.#judged++
    if (this.#judged < clusters || fleet.engine.wanted.length > 0 || fleet.sight.waiting.length > 0) return
    this.#done = true
    this.#all.resolve()
  }
}

function isJudged(engine: Engine, name: string): boolean {
  const status = engine.object({ ...clusterKind, name })?.status
  return list(at(status, 'conditions')).length > 0
}

/** Seconds of processor time that this process has used. */
function usedSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

async function measureStart(measured: Measured): Promise<readonly BenchRow[]> {
  const { fleet, known, latencies } = measured
  const begun = performance.now()
  await known.all
  const complete = (performance.now() - begun) / 1_000
  const usedUntilKnown = usedSeconds()
  await fleet.settled()
  const seconds = (performance.now() - begun) / 1_000
  const used = usedSeconds()
  const { writes } = latencies
  for (let times = 0; times < 3; times++) {
    globalThis.gc?.()
    await sleep(200)
  }
  return [
    { name: 'until every status is known', value: complete, unit: 's' },
    { name: 'until every status is written', value: seconds, unit: 's' },
    { name: 'processor time of the controller until known', value: usedUntilKnown, unit: 's' },
    { name: 'processor time of the controller until written', value: used, unit: 's' },
    { name: 'statuses written', value: writes, unit: '' },
    { name: 'writes', value: writes / seconds, unit: '/s' },
    { name: 'memory with all of it', value: process.memoryUsage().rss / 2 ** 20, unit: 'MB' },
  ]
}

async function measureChanges(
  { fleet, latencies, pauses }: Measured,
  child: ChildProcess,
): Promise<readonly BenchRow[]> {
  latencies.clear()
  pauses.begin()
  child.send({ kind: 'change-nodes' })
  const { transitions, held } = await new Promise<NodesChanged>((resolve) =>
    child.once('message', (told) => resolve(told as NodesChanged)),
  )
  const deadline = performance.now() + 10_000
  while (latencies.unanswered > 0 && performance.now() < deadline) await sleep(20)
  await fleet.settled()
  const { writes, writesOnChanged, unanswered } = latencies
  const load = `at ${nodeLoad.eventsPerSecond} events/s`
  return [
    ...latencies.rowsOf('Machine', load),
    ...latencies.rowsOf('Cluster', load),
    { name: 'writes on a Machine for a change of its Node', value: writesOnChanged / transitions, unit: '' },
    { name: 'writes in all for a change of a Node', value: writes / transitions, unit: '' },
    { name: 'changes that nothing was written for', value: unanswered, unit: '' },
    ...pauses.end(),
    ...held.map((row) => ({ ...row, name: `server: ${row.name}` })),
  ]
}
