import type { WorldChange } from '@sitrep/engine'
import type { KubeObject } from '@sitrep/status'
import {
  certificates,
  clusterName,
  clusterObjects,
  type Fleet,
} from '../../../packages/cluster-api/bench/world.ts'
import { type Chance, chanceOf } from '../chance.ts'
import { partsOfWorker, workersOf } from './workers.ts'

/** One cluster of which others are copied. */
export interface Mould {
  readonly index: number
  readonly workers: readonly string[]
  /** What a server stores of it. */
  readonly objects: readonly KubeObject[]
}

/** A cluster to which nothing has happened yet. */
export function newCluster(fleet: Fleet, index: number): Mould {
  const objects = [...clusterObjects(fleet, index), ...certificates(clusterName(index))].flatMap((change) =>
    'object' in change && change.cluster === undefined && change.object.kind !== 'ClusterProbe'
      ? [change.object]
      : [],
  )
  return { index, workers: [...workersOf(fleet, index)], objects }
}

/** One of these under the names of another cluster, with uids and times of its own: what is alike would take less room than what has lived. */
export function copied(moulds: readonly Mould[], index: number): Mould {
  const mould = moulds[index % moulds.length]
  if (mould === undefined) throw new TypeError('There is nothing to copy')
  const chance = chanceOf(index + 1)
  const renamed = (text: string): string => text.replaceAll(clusterName(mould.index), clusterName(index))
  return {
    index,
    workers: mould.workers.map(renamed),
    objects: mould.objects.map((object) => JSON.parse(moved(renamed(JSON.stringify(object)), chance))),
  }
}

/** The same text with other uids, and with its times as much earlier as chance wants. */
function moved(text: string, chance: Chance): string {
  const earlierMs = chance.below(days * 86_400) * 1_000
  return text
    .replace(randomUid, () => randomUidOf(chance))
    .replace(instant, (at) => new Date(Date.parse(at) - earlierMs).toISOString().replace('.000', ''))
}

/** How far back a fleet that lives remembers. */
const days = 90
const instant = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g
const randomUid = /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/g

function randomUidOf(chance: Chance): string {
  const digits = Array.from({ length: 32 }, () => chance.below(16).toString(16)).join('')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** What the controller sees of a cluster that is not in the management cluster: the Nodes of its workers, and that it answers. */
export function* besidesTheApi(fleet: Fleet, { index, workers }: Mould): Iterable<WorldChange> {
  const cluster = `fleet/${clusterName(index)}`
  // Ahead of every run: nobody probes here, and nobody is to believe that the connection was lost meanwhile.
  const seen = new Date(Date.now() + 24 * 3_600_000).toISOString()
  const status = { lastProbeTime: seen, lastProbeSuccessTime: seen, consecutiveFailures: 0 }
  for (const each of clusterObjects({ ...fleet, workers: 0 }, index))
    if (!('object' in each) || each.cluster !== undefined) yield each
    else if (each.object.kind === 'ClusterProbe') yield { object: { ...each.object, status } }
  for (const worker of workers)
    for (const object of partsOfWorker(fleet, index, worker))
      if (object.kind === 'Node') yield { cluster, object }
}
