import { createEngine, type WorldChange } from '@sitrep/engine'
import { type Catalog, groupOf } from '@sitrep/status'
import { clusterName, clusterObjects, type Fleet, now } from './world.ts'

/**
 * Makes the objects of a cluster as they stand in a fleet that has been running for a while: with the status that they have
 * reached. One cluster is computed, and all others are that one under another name.
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
  const text = JSON.stringify(settled)
  return (index) => JSON.parse(text.replaceAll(clusterName(0), clusterName(index)))
}
