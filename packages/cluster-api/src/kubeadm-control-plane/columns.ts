import type { Column, Profile } from '@sitrep/status'
import { age, condition, field, wide } from '../columns/column.ts'

const clusterPath = ".metadata.labels['cluster\\.x-k8s\\.io/cluster-name']"
const initializedPath = '.status.initialization.controlPlaneInitialized'

const released: readonly Column[] = [
  field('Cluster', 'string', clusterPath),
  condition('Available', 'Available'),
  field('Desired', 'integer', '.spec.replicas'),
  field('Current', 'integer', '.status.replicas'),
  field('Ready', 'integer', '.status.readyReplicas'),
  field('Available', 'integer', '.status.availableReplicas'),
  field('Up-to-date', 'integer', '.status.upToDateReplicas'),
  wide(condition('Paused', 'Paused')),
  field('Initialized', 'boolean', initializedPath),
  age,
  field('Version', 'string', '.spec.version'),
]

const proposal: readonly Column[] = [
  field('CLUSTER', 'string', clusterPath),
  wide(condition('PAUSED', 'Paused')),
  field('INITIALIZED', 'boolean', initializedPath),
  field('DESIRED', 'integer', '.spec.replicas'),
  wide(field('CURRENT', 'integer', '.status.replicas')),
  field('READY', 'integer', '.status.readyReplicas'),
  field('AVAILABLE', 'integer', '.status.availableReplicas'),
  field('UP-TO-DATE', 'integer', '.status.upToDateReplicas'),
  { ...age, name: 'AGE' },
  field('VERSION', 'string', '.spec.version'),
]

/** What a person sees of a control plane in a line. */
export const controlPlaneColumns: Readonly<Record<Profile, readonly Column[]>> = { released, proposal }
