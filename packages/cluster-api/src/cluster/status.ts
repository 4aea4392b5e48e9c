import { defineStatus, type StatusDefinition } from '@sitrep/status'
import { gracePeriods } from '../connection/grace-periods.ts'
import { clusterKind } from '../kinds.ts'
import type { ClusterApiOptions } from '../profile.ts'
import { releasedColumns } from './columns.ts'
import { computeReleased } from './compute.ts'
import { observeCluster } from './observe/observe.ts'
import type { Cluster, ClusterObserved, ClusterStatus } from './types.ts'

/** The status of a Cluster in the chosen language. */
export function clusterStatus(
  options: ClusterApiOptions,
): StatusDefinition<Cluster, ClusterObserved, ClusterStatus> {
  return defineStatus({
    kind: clusterKind,
    observe: observeCluster(gracePeriods(options).connectionMs),
    compute: computeReleased,
    columns: releasedColumns,
    onFailure: 'Available',
  })
}
