import { type ClusterName, groupOf, type KindRef, type KubeObject, type Reach, text } from '@sitrep/status'
import type { WorldChange } from './change.ts'

/** Says in a file which workload cluster an object lives in: `<namespace>/<name>` of its Cluster. */
export const clusterAnnotation = 'sitrep.dev/cluster'

/** The group of facts: what was seen outside the API, as objects that are never sent to one. */
export const factGroup = 'sitrep.dev'

/**
 * A world made of nothing but these objects. Every kind of the management cluster counts as read; of a workload cluster only
 * while its probe says that it is connected. `reach` says which objects stand for clusters of their own.
 */
export function fileChanges(
  objects: readonly KubeObject[],
  reach: readonly Reach[] = [],
): readonly WorldChange[] {
  const changes: WorldChange[] = [{ kind: 'every', read: true }]
  const connected = new Set(
    objects
      .filter((object) => reach.some((each) => isOf(each.probe, object) && each.connected(object)))
      .map(nameOf),
  )
  for (const cluster of workloadClusters(objects, reach)) {
    changes.push({
      cluster,
      kind: 'every',
      read: connected.has(cluster),
      why: 'the workload cluster is not connected',
    })
  }
  for (const object of objects) changes.push({ cluster: clusterOf(object), object })
  return changes
}

/** Which cluster an object from a file lives in. */
export const clusterOf = (object: KubeObject): ClusterName =>
  text(object.metadata.annotations?.[clusterAnnotation]) ?? ''

function workloadClusters(objects: readonly KubeObject[], reach: readonly Reach[]): Set<ClusterName> {
  const named = objects.map(clusterOf).filter((cluster) => cluster !== '')
  const own = objects.flatMap((object) =>
    reach.flatMap((each) => {
      if (isOf(each.clusters, object)) return [each.clusterOf(object)]
      return isOf(each.probe, object) ? [nameOf(object)] : []
    }),
  )
  return new Set([...named, ...own])
}

const isOf = ({ group, kind }: KindRef, object: KubeObject): boolean =>
  object.kind === kind && groupOf(object.apiVersion) === group

const nameOf = ({ metadata }: KubeObject): ClusterName => `${metadata.namespace ?? ''}/${metadata.name}`
