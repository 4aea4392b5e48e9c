import { ageColumn, type Column, fieldColumn } from '@sitrep/status'
import {
  availableColumn,
  type KindColumns,
  olderReplicaColumns,
  olderRolloutColumns,
  pausedColumn,
  proposalColumns,
  replicaColumns,
  versionColumn,
} from '../crds/columns.ts'

const cluster = fieldColumn('Cluster', 'string', ".metadata.labels['cluster\\.x-k8s\\.io/cluster-name']")
const initialized = (path: string): Column => fieldColumn('Initialized', 'boolean', `.status.${path}`)
const initializedNow = initialized('initialization.controlPlaneInitialized')

/** What a person sees of a control plane in a line. */
export const controlPlaneColumns: KindColumns = {
  released: [
    cluster,
    availableColumn,
    ...replicaColumns,
    pausedColumn,
    initializedNow,
    ageColumn,
    versionColumn,
  ],
  proposal: proposalColumns(cluster, versionColumn, [initializedNow]),
  older: [
    cluster,
    initialized('initialized'),
    fieldColumn('API Server Available', 'boolean', '.status.ready'),
    ...olderReplicaColumns,
    ...olderRolloutColumns,
    ageColumn,
    versionColumn,
  ],
}
