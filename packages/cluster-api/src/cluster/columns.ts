import type { Column } from '@sitrep/status'
import { age, condition, field, wide } from '../columns/column.ts'

const counter = (name: string, path: string): Column => field(name, 'integer', `.status.${path}`)

/** What `kubectl get` prints of a released Cluster. */
export const releasedColumns: readonly Column[] = [
  field('ClusterClass', 'string', '.spec.topology.classRef.name'),
  condition('Available', 'Available'),
  counter('CP Desired', 'controlPlane.desiredReplicas'),
  wide(counter('CP Current', 'controlPlane.replicas')),
  wide(counter('CP Ready', 'controlPlane.readyReplicas')),
  counter('CP Available', 'controlPlane.availableReplicas'),
  counter('CP Up-to-date', 'controlPlane.upToDateReplicas'),
  counter('W Desired', 'workers.desiredReplicas'),
  wide(counter('W Current', 'workers.replicas')),
  wide(counter('W Ready', 'workers.readyReplicas')),
  counter('W Available', 'workers.availableReplicas'),
  counter('W Up-to-date', 'workers.upToDateReplicas'),
  wide(condition('Paused', 'Paused')),
  field('Phase', 'string', '.status.phase'),
  age,
  field('Version', 'string', '.spec.topology.version'),
]
