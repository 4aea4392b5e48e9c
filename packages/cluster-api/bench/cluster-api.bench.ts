import { clusterApi } from '@sitrep/cluster-api'
import { createEngine, type Engine } from '@sitrep/engine'
import { createCatalog } from '@sitrep/status'
import { reportedClusters } from './reported.ts'
import { clusterName, type Fleet, node, now } from './world.ts'

/** One measured number. */
interface BenchRow {
  readonly name: string
  readonly value: number
  readonly unit: string
}

const fleet: Fleet = { clusters: 2_000, controlPlanes: 3, workers: 50 }
// About 450 objects: what comes in one page of a list.
const clustersAtOnce = 2

/** A running fleet as a controller finds it at its start, until all of it is judged; and one Node that goes bad in it. */
export function bench(): readonly BenchRow[] {
  const catalog = createCatalog(clusterApi({ profile: 'released' }))
  const engine = createEngine(catalog)
  const clusterAt = reportedClusters(fleet, catalog)
  const before = megabytesInUse()
  const { objects, elapsed, input } = build(engine, clusterAt)
  const megabytes = megabytesInUse()
  const size = `${fleet.clusters} × (${fleet.controlPlanes} + ${fleet.workers}) machines, ${objects} objects`
  return [
    { name: `cluster-api: full status of ${size}`, value: elapsed / 1_000, unit: 's' },
    { name: 'cluster-api: making its objects, besides', value: input / 1_000, unit: 's' },
    { name: 'cluster-api: memory before the first object', value: before, unit: 'MB' },
    { name: 'cluster-api: memory with all of it', value: megabytes, unit: 'MB' },
    {
      name: 'cluster-api: memory at its highest',
      value: process.resourceUsage().maxRSS / 2 ** 10,
      unit: 'MB',
    },
    {
      name: 'cluster-api: a Node goes bad until the Cluster says so',
      value: medianOfBadNodes(engine),
      unit: 'ms',
    },
  ]
}

function megabytesInUse(): number {
  globalThis.gc?.()
  return process.memoryUsage().rss / 2 ** 20
}

interface Built {
  readonly objects: number
  /** Milliseconds of processor time for making the objects: they are no part of what is measured, but of what the collector sees. */
  readonly input: number
  /** Milliseconds of processor time: what one core needs, whoever else is at work. */
  readonly elapsed: number
}

/** Feeds the fleet; only the engine's own time counts. */
function build(engine: Engine, clusterAt: ReturnType<typeof reportedClusters>): Built {
  let [objects, elapsed, input] = [0, 0, 0]
  engine.apply([{ kind: 'every', read: true }], now)
  for (let first = 0; first < fleet.clusters; first += clustersAtOnce) {
    const begun = process.cpuUsage()
    const changes = Array.from({ length: clustersAtOnce }, (_, at) => clusterAt(first + at)).flat()
    objects += changes.filter((change) => 'object' in change).length
    input += millisecondsSince(begun)
    const started = process.cpuUsage()
    engine.apply(changes, now)
    elapsed += millisecondsSince(started)
  }
  return { objects, elapsed, input }
}

function millisecondsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1_000
}

function medianOfBadNodes(engine: Engine): number {
  const times: number[] = []
  for (let round = 0; round < 200; round++) {
    const name = clusterName((round * 7) % fleet.clusters)
    const object = node(`${name}-md-0-x7k2p-007`, round % 2 === 0 ? 'False' : 'True')
    const started = performance.now()
    const changes = engine.apply([{ cluster: `fleet/${name}`, object }], now)
    times.push(performance.now() - started)
    if (round === 0) expectCluster(changes.map(({ ref }) => ref.kind))
  }
  return times.sort((a, b) => a - b)[times.length >> 1] ?? 0
}

// A number is worth nothing if what it measures does not happen.
function expectCluster(kinds: readonly string[]): void {
  for (const kind of ['Machine', 'MachineSet', 'MachineDeployment', 'Cluster']) {
    if (!kinds.includes(kind)) throw new Error(`a bad Node did not reach its ${kind}`)
  }
}
