import {
  ageColumn,
  type Column,
  conditionColumn,
  fieldColumn,
  type Profile,
  wideColumn,
} from '@sitrep/status'

const clusterPath = ".metadata.labels['cluster\\.x-k8s\\.io/cluster-name']"
const initializedPath = '.status.initialization.controlPlaneInitialized'

const released: readonly Column[] = [
  fieldColumn('Cluster', 'string', clusterPath),
  conditionColumn('Available', 'Available'),
  fieldColumn('Desired', 'integer', '.spec.replicas'),
  fieldColumn('Current', 'integer', '.status.replicas'),
  fieldColumn('Ready', 'integer', '.status.readyReplicas'),
  fieldColumn('Available', 'integer', '.status.availableReplicas'),
  fieldColumn('Up-to-date', 'integer', '.status.upToDateReplicas'),
  wideColumn(conditionColumn('Paused', 'Paused')),
  fieldColumn('Initialized', 'boolean', initializedPath),
  ageColumn,
  fieldColumn('Version', 'string', '.spec.version'),
]

const proposal: readonly Column[] = [
  fieldColumn('CLUSTER', 'string', clusterPath),
  wideColumn(conditionColumn('PAUSED', 'Paused')),
  fieldColumn('INITIALIZED', 'boolean', initializedPath),
  fieldColumn('DESIRED', 'integer', '.spec.replicas'),
  wideColumn(fieldColumn('CURRENT', 'integer', '.status.replicas')),
  fieldColumn('READY', 'integer', '.status.readyReplicas'),
  fieldColumn('AVAILABLE', 'integer', '.status.availableReplicas'),
  fieldColumn('UP-TO-DATE', 'integer', '.status.upToDateReplicas'),
  { ...ageColumn, name: 'AGE' },
  fieldColumn('VERSION', 'string', '.spec.version'),
]

/** What a person sees of a control plane in a line. */
export const controlPlaneColumns: Readonly<Record<Profile, readonly Column[]>> = { released, proposal }
