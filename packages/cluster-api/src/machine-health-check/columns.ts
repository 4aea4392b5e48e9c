import { ageColumn, type Column, conditionColumn, fieldColumn, wideColumn } from '@sitrep/status'

/** What a person sees of a health check in a line. The document does not speak of this kind, so both languages show the same. */
export const healthCheckColumns: readonly Column[] = [
  fieldColumn('Cluster', 'string', '.spec.clusterName'),
  fieldColumn('Replicas', 'integer', '.status.expectedMachines'),
  fieldColumn('Healthy', 'integer', '.status.currentHealthy'),
  wideColumn(conditionColumn('Paused', 'Paused')),
  ageColumn,
]
