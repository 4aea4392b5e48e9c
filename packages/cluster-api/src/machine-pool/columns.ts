import type { Column } from '@sitrep/status'
import { age, condition, field, wide } from '../columns/column.ts'

/** What `kubectl get` prints of a released MachinePool. */
export const releasedColumns: readonly Column[] = [
  field('Cluster', 'string', '.spec.clusterName'),
  field('Desired', 'integer', '.spec.replicas'),
  field('Current', 'integer', '.status.replicas'),
  field('Ready', 'integer', '.status.readyReplicas'),
  field('Available', 'integer', '.status.availableReplicas'),
  field('Up-to-date', 'integer', '.status.upToDateReplicas'),
  wide(condition('Paused', 'Paused')),
  field('Phase', 'string', '.status.phase'),
  age,
  field('Version', 'string', '.spec.template.spec.version'),
]
