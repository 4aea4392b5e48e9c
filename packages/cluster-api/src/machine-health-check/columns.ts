import { ageColumn, type Column, fieldColumn } from '@sitrep/status'
import { clusterColumn, pausedColumn } from '../crds/columns.ts'

/** What a person sees of a health check in a line. The document does not speak of this kind, so both languages show the same. */
export const healthCheckColumns: readonly Column[] = [
  clusterColumn,
  fieldColumn('Replicas', 'integer', '.status.expectedMachines'),
  fieldColumn('Healthy', 'integer', '.status.currentHealthy'),
  pausedColumn,
  ageColumn,
]

/** The same of v1beta1. */
export const olderHealthCheckColumns: readonly Column[] = [
  clusterColumn,
  fieldColumn('ExpectedMachines', 'integer', '.status.expectedMachines'),
  fieldColumn('MaxUnhealthy', 'string', '.spec.maxUnhealthy'),
  fieldColumn('CurrentHealthy', 'integer', '.status.currentHealthy'),
  ageColumn,
]
