import { type ClusterName, groupOf, type KubeObject } from '@sitrep/status'
import type { WorldChange } from './change.ts'

/** Says in a file which workload cluster an object lives in: `<namespace>/<name>` of its Cluster. */
export const clusterAnnotation = 'sitrep.dev/cluster'

/** The group of facts: what was seen outside the API, as objects that are never sent to one. */
export const factGroup = 'sitrep.dev'

/** How many failed probes in a row mean that a workload cluster is not connected. */
const failuresUntilDisconnected = 5

/**
 * A world made of nothing but these objects. Every kind of the management cluster counts as read; of a workload cluster only
 * while its `ClusterProbe` says that it is connected.
 */
export function fileChanges(objects: readonly KubeObject[]): readonly WorldChange[] {
  const changes: WorldChange[] = [{ kind: 'every', read: true }]
  const connected = new Set(objects.filter(isConnectedProbe).map(nameOf))
  for (const cluster of workloadClusters(objects)) {
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
  object.metadata.annotations?.[clusterAnnotation] ?? ''

function workloadClusters(objects: readonly KubeObject[]): Set<ClusterName> {
  const named = objects.map(clusterOf).filter((cluster) => cluster !== '')
  const own = objects.filter((object) => object.kind === 'Cluster' || isFact(object)).map(nameOf)
  return new Set([...named, ...own])
}

const isFact = (object: KubeObject): boolean => groupOf(object.apiVersion) === factGroup

function isConnectedProbe(object: KubeObject): boolean {
  if (!isFact(object) || object.kind !== 'ClusterProbe') return false
  const status = (object.status ?? {}) as { lastProbeSuccessTime?: string; consecutiveFailures?: number }
  return Boolean(status.lastProbeSuccessTime) && (status.consecutiveFailures ?? 0) < failuresUntilDisconnected
}

const nameOf = ({ metadata }: KubeObject): ClusterName => `${metadata.namespace ?? ''}/${metadata.name}`
