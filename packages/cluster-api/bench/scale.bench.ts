import { setImmediate as turnOver } from 'node:timers/promises'
import { clusterApi } from '@sitrep/cluster-api'
import { createEngine, type Engine, type WorldChange } from '@sitrep/engine'
import { createCatalog, type KubeObject, refOf } from '@sitrep/status'
import { reportedClusters } from './reported.ts'
import { clusterName, type Fleet, node, now } from './world.ts'

/** One measured number. */
interface BenchRow {
  readonly name: string
  readonly value: number
  readonly unit: string
}

type Sizes = readonly (readonly [name: string, fleet: Fleet])[]

const small: Sizes = [
  ['S', { clusters: 10, controlPlanes: 3, workers: 1 }],
  ['M', { clusters: 200, controlPlanes: 3, workers: 50 }],
  ['wide', { clusters: 20, controlPlanes: 3, workers: 500 }],
  ['widest', { clusters: 1, controlPlanes: 3, workers: 5_000 }],
]

const full: Sizes = [
  ...small,
  ['L', { clusters: 2_000, controlPlanes: 3, workers: 10 }],
  ['XL', { clusters: 2_000, controlPlanes: 3, workers: 50 }],
]

/** What a world costs by its size, and whether one change in it costs the same in all of them. */
export async function bench(size: 'full' | 'small' = 'full'): Promise<readonly BenchRow[]> {
  // Whoever comes first would pay for the compiler.
  for (let round = 0; round < 3; round++) measured(['', { clusters: 20, controlPlanes: 3, workers: 10 }])
  const rows: BenchRow[] = []
  for (const each of size === 'full' ? full : small) {
    rows.push(...measured(each))
    // Within one turn of the loop the world before is still counted at times, and the next one comes out too small.
    await turnOver()
  }
  return rows
}

function measured([size, fleet]: Sizes[number]): readonly BenchRow[] {
  const before = heapInUse()
  const catalog = createCatalog(clusterApi({ profile: 'released' }))
  const engine = createEngine(catalog)
  const world = { engine, fleet, clusterAt: reportedClusters(fleet, catalog) }
  const seconds = build(world)
  const megabytes = (heapInUse() - before) / 2 ** 20
  const { clusters, controlPlanes, workers } = fleet
  const name = `size ${size}, ${clusters} × ${controlPlanes + workers} machines`
  return [
    { name: `${name}: full status`, value: seconds, unit: 's' },
    { name: `${name}: heap`, value: megabytes, unit: 'MB' },
    { name: `${name}: one Node goes bad`, value: badNode(world), unit: 'ms' },
    { name: `${name}: one Machine replaced in a rollout`, value: replacedMachine(world), unit: 'ms' },
  ]
}

interface MeasuredWorld {
  readonly engine: Engine
  readonly fleet: Fleet
  readonly clusterAt: (index: number) => readonly WorldChange[]
}

function heapInUse(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

/** Seconds of processor time. */
function build({ engine, fleet, clusterAt }: MeasuredWorld): number {
  let elapsed = 0
  engine.apply([{ kind: 'every', read: true }], now)
  for (let index = 0; index < fleet.clusters; index++) {
    const changes = clusterAt(index)
    const started = process.cpuUsage()
    engine.apply(changes, now)
    const { user, system } = process.cpuUsage(started)
    elapsed += (user + system) / 1e6
  }
  return elapsed
}

const rounds = 100

/** Goes bad and recovers by turns, so that each time something changes. */
function badNode({ engine, fleet }: MeasuredWorld): number {
  return meanOf(rounds, (round) => {
    const name = clusterName(((round >> 1) * 7) % fleet.clusters)
    const object = node(`${name}-md-0-x7k2p-000`, round % 2 === 0 ? 'False' : 'True')
    const changes = engine.apply([{ cluster: `fleet/${name}`, object }], now)
    // A number is worth nothing if what it measures does not happen.
    if (!changes.some(({ ref }) => ref.kind === 'Cluster'))
      throw new Error('a Node that changed did not reach its Cluster')
  })
}

/** A Machine of a new set comes and one of the old set goes, each with all that belongs to it. */
function replacedMachine({ engine, fleet, clusterAt }: MeasuredWorld): number {
  const steps = Array.from({ length: 20 }, (_, round) => {
    const old = clusterAt((round * 3) % fleet.clusters)
    const next: readonly WorldChange[] = JSON.parse(
      JSON.stringify(old).replaceAll('x7k2p', 'n3w5t').replaceAll('1807804914', '2807804914'),
    )
    const set = next.filter((change) => kindIn(change) === 'MachineSet')
    const worker = String(Math.floor((round * 3) / fleet.clusters) % fleet.workers).padStart(3, '0')
    const came = next.filter((change) => nameIn(change).endsWith(`n3w5t-${worker}`))
    const gone = old.flatMap((change) =>
      'object' in change && nameIn(change).endsWith(`x7k2p-${worker}`)
        ? [{ gone: refOf(change.object, change.cluster) }]
        : [],
    )
    return { set, came, gone }
  })
  for (const { set } of steps) engine.apply(set, now)
  return meanOf(steps.length, (round) => {
    const { came = [], gone = [] } = steps[round] ?? {}
    engine.apply(came, now)
    engine.apply(gone, now)
  })
}

const objectIn = (change: WorldChange): KubeObject | undefined =>
  'object' in change ? change.object : undefined
const kindIn = (change: WorldChange): string => objectIn(change)?.kind ?? ''
const nameIn = (change: WorldChange): string => objectIn(change)?.metadata.name ?? ''

/** Milliseconds of processor time of this thread for one step: what a change needs, whoever else is at work. The mean, for some systems count in coarse ticks. */
function meanOf(times: number, step: (round: number) => void): number {
  const started = process.threadCpuUsage()
  for (let round = 0; round < times; round++) step(round)
  const { user, system } = process.threadCpuUsage(started)
  return (user + system) / 1_000 / times
}
