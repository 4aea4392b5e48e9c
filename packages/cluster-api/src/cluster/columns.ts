import type { Column, Profile } from '@sitrep/status'
import { age, condition, field, wide } from '../columns/column.ts'

const counter = (name: string, path: string): Column => field(name, 'integer', `.status.${path}`)

const released: readonly Column[] = [
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

const proposal: readonly Column[] = [
  field('CLUSTER CLASS', 'string', '.spec.topology.classRef.name'),
  wide(condition('PAUSED', 'Paused')),
  condition('AVAILABLE', 'Available'),
  counter('CP_DESIRED', 'controlPlane.desiredReplicas'),
  wide(counter('CP_CURRENT', 'controlPlane.replicas')),
  wide(counter('CP_READY', 'controlPlane.readyReplicas')),
  counter('CP_AVAILABLE', 'controlPlane.availableReplicas'),
  counter('CP_UP_TO_DATE', 'controlPlane.upToDateReplicas'),
  counter('W_DESIRED', 'workers.desiredReplicas'),
  wide(counter('W_CURRENT', 'workers.replicas')),
  wide(counter('W_READY', 'workers.readyReplicas')),
  counter('W_AVAILABLE', 'workers.availableReplicas'),
  counter('W_UP_TO_DATE', 'workers.upToDateReplicas'),
  { ...age, name: 'AGE' },
  field('VERSION', 'string', '.spec.topology.version'),
]

/** What a person sees of a Cluster in a line. */
export const clusterColumns: Readonly<Record<Profile, readonly Column[]>> = { released, proposal }
