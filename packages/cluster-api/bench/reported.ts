import { createEngine, type WorldChange } from '@sitrep/engine'
import { type Catalog, groupOf } from '@sitrep/status'
import { clusterName, clusterObjects, created, type Fleet, now } from './world.ts'

/**
 * Makes the objects of a cluster as they stand in a fleet that has been running for a while: with the status that they have
 * reached. One cluster is computed, and all others are that one under another name and at other times.
 */
export function reportedClusters(fleet: Fleet, catalog: Catalog): (index: number) => readonly WorldChange[] {
  const engine = createEngine(catalog)
  const bare = [...clusterObjects(fleet, 0)]
  engine.apply([{ kind: 'every', read: true }, ...bare], now)
  const settled = bare.map((change) => {
    if (!('object' in change)) return change
    const { apiVersion, kind, metadata } = change.object
    const { name, namespace } = metadata
    const ref = {
      group: groupOf(apiVersion),
      kind,
      name,
      ...(namespace && { namespace }),
      ...(change.cluster && { cluster: change.cluster }),
    }
    return { ...change, object: engine.object(ref) ?? change.object }
  })
  const texts = settled.map((change) => JSON.stringify(change).replaceAll(times, placeOfTime))
  return (index) =>
    texts.map((text, at) => {
      const [came, settledAt] = [timeOf(index, at, 0), timeOf(index, at, 4)]
      const named = text.replaceAll(clusterName(0), clusterName(index))
      return JSON.parse(named.replaceAll('@came', came).replaceAll('@settled', settledAt))
    })
}

const times = /"(creationTimestamp|lastTransitionTime)":"([^"]*)"/g

const placeOfTime = (_: string, field: string, time: string): string =>
  `"${field}":"${time === created ? '@came' : '@settled'}"`

const firstCluster = Date.parse('2025-11-01T00:00:00Z')

// No two objects of a fleet came to be what they are at the same moment: equal times would make it look smaller than it is.
function timeOf(cluster: number, at: number, seconds: number): string {
  const time = new Date(firstCluster + cluster * 1_800_000 + (at * 7 + seconds) * 1_000)
  return `${time.toISOString().slice(0, 19)}Z`
}
