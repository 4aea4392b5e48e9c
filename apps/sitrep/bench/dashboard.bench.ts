import { openHistory } from '@sitrep/controller'
import { createEngine, type Engine, type WorldChange } from '@sitrep/engine'
import { refOf } from '@sitrep/status'
import { reportedClusters } from '../../../packages/cluster-api/bench/reported.ts'
import { clusterName, type Fleet, node, now } from '../../../packages/cluster-api/bench/world.ts'
import { ChangeLog } from '../src/dashboard/change-log.ts'
import { fleetAnswer } from '../src/dashboard/dashboard.ts'
import { KeptFleet } from '../src/dashboard/fleet/kept-fleet.ts'
import type { DashboardWorld } from '../src/dashboard/world/dashboard-world.ts'
import { liveWorld } from '../src/dashboard/world/live-world.ts'
import { builtInFamilies, loadFamilies } from '../src/families/families.ts'
import { catalogOf } from '../src/families/spoken.ts'

/** One line of `npm run bench`. */
interface BenchRow {
  readonly name: string
  readonly value: number
  readonly unit: string
}

const large: Fleet = { clusters: 2_000, controlPlanes: 3, workers: 50 }
const clustersAtOnce = 2
const rounds = 200

/** The fleet of the dashboard over a large world: kept beside the engine, made for the first time, and one Node that goes bad. */
export async function bench(size: 'full' | 'small' = 'full'): Promise<readonly BenchRow[]> {
  const fleet = size === 'full' ? large : { ...large, clusters: 200 }
  const kept = await openWorld()
  const catalog = kept.world.catalog
  const clusterAt = reportedClusters(fleet, catalog)
  let touching = 0
  for (let first = 0; first < fleet.clusters; first += clustersAtOnce)
    touching += kept.take(Array.from({ length: clustersAtOnce }, (_, at) => clusterAt(first + at)).flat())
  const started = milliseconds()
  kept.refresh()
  const made = milliseconds() - started
  const asked = milliseconds()
  const text = JSON.stringify(fleetAnswer({ ...kept, log: new ChangeLog(0) }))
  const answered = milliseconds() - asked
  if (!text.includes(clusterName(fleet.clusters - 1))) throw new Error('the fleet lacks its last cluster')
  const words = `${fleet.clusters} × ${fleet.controlPlanes + fleet.workers} machines`
  return [
    { name: `dashboard: marking what changed while ${words} are read`, value: touching / 1_000, unit: 's' },
    { name: 'dashboard: the first fleet of them, in slices', value: made / 1_000, unit: 's' },
    { name: 'dashboard: the whole fleet as an answer', value: answered, unit: 'ms' },
    {
      name: 'dashboard: a Node goes bad until the row of its Cluster says so',
      value: medianOfBadNodes(kept, fleet),
      unit: 'ms',
    },
  ]
}

interface Kept {
  readonly world: DashboardWorld
  readonly fleet: KeptFleet
  /** Takes changes in; the answer is how long the fleet had to do with them. */
  readonly take: (changes: readonly WorldChange[]) => number
  readonly refresh: () => number
}

async function openWorld(): Promise<Kept> {
  const families = await loadFamilies(builtInFamilies)
  const catalog = await catalogOf(families.map((family) => ({ family, profile: 'released' as const })))
  const engine: Engine = createEngine(catalog)
  engine.apply([{ kind: 'every', read: true }], now)
  const world = liveWorld({
    controller: { engine, sight: { server: '', clusters: [], begun: true, waiting: [], unread: [] } },
    catalog,
    families,
    history: openHistory(),
    timing: { now: () => Date.parse(now), elapsed: () => 0, sleep: async () => {}, random: () => 0 },
    reach: { sitrep: [] },
  })
  const rows = new KeptFleet(world)
  return {
    world,
    fleet: rows,
    take: (changes) => {
      const statuses = engine.apply(changes, now)
      const started = milliseconds()
      for (const change of changes) if ('object' in change) rows.touch(refOf(change.object, change.cluster))
      for (const { ref } of statuses) rows.touch(ref)
      return milliseconds() - started
    },
    refresh: () => [...rows.refresh(now)].filter((change) => change !== undefined).length,
  }
}

function medianOfBadNodes({ take, refresh }: Kept, { clusters }: Fleet): number {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const name = clusterName((Math.floor(round / 2) * 7) % clusters)
    const object = node(`${name}-md-0-x7k2p-007`, round % 2 === 0 ? 'False' : 'True')
    const marked = take([{ cluster: `fleet/${name}`, object }])
    const started = milliseconds()
    if (refresh() === 0) throw new Error('a bad Node did not reach the row of its Cluster')
    times.push(marked + milliseconds() - started)
  }
  return times.sort((a, b) => a - b)[times.length >> 1] ?? 0
}

/** Of processor time: what one core needs, whoever else is at work. */
function milliseconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
