import type { Column } from '@sitrep/status'
import { age, condition, field, wide } from '../columns/column.ts'

/** What a person sees of a health check in a line. The document does not speak of this kind, so both languages show the same. */
export const healthCheckColumns: readonly Column[] = [
  field('Cluster', 'string', '.spec.clusterName'),
  field('Replicas', 'integer', '.status.expectedMachines'),
  field('Healthy', 'integer', '.status.currentHealthy'),
  wide(condition('Paused', 'Paused')),
  age,
]
