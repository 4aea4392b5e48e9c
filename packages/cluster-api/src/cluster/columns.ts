import {
  ageColumn,
  type Column,
  conditionColumn,
  fieldColumn,
  type Profile,
  wideColumn,
} from '@sitrep/status'

const counter = (name: string, path: string): Column => fieldColumn(name, 'integer', `.status.${path}`)

const released: readonly Column[] = [
  fieldColumn('ClusterClass', 'string', '.spec.topology.classRef.name'),
  conditionColumn('Available', 'Available'),
  counter('CP Desired', 'controlPlane.desiredReplicas'),
  wideColumn(counter('CP Current', 'controlPlane.replicas')),
  wideColumn(counter('CP Ready', 'controlPlane.readyReplicas')),
  counter('CP Available', 'controlPlane.availableReplicas'),
  counter('CP Up-to-date', 'controlPlane.upToDateReplicas'),
  counter('W Desired', 'workers.desiredReplicas'),
  wideColumn(counter('W Current', 'workers.replicas')),
  wideColumn(counter('W Ready', 'workers.readyReplicas')),
  counter('W Available', 'workers.availableReplicas'),
  counter('W Up-to-date', 'workers.upToDateReplicas'),
  wideColumn(conditionColumn('Paused', 'Paused')),
  fieldColumn('Phase', 'string', '.status.phase'),
  ageColumn,
  fieldColumn('Version', 'string', '.spec.topology.version'),
]

const proposal: readonly Column[] = [
  fieldColumn('CLUSTER CLASS', 'string', '.spec.topology.classRef.name'),
  wideColumn(conditionColumn('PAUSED', 'Paused')),
  conditionColumn('AVAILABLE', 'Available'),
  counter('CP_DESIRED', 'controlPlane.desiredReplicas'),
  wideColumn(counter('CP_CURRENT', 'controlPlane.replicas')),
  wideColumn(counter('CP_READY', 'controlPlane.readyReplicas')),
  counter('CP_AVAILABLE', 'controlPlane.availableReplicas'),
  counter('CP_UP_TO_DATE', 'controlPlane.upToDateReplicas'),
  counter('W_DESIRED', 'workers.desiredReplicas'),
  wideColumn(counter('W_CURRENT', 'workers.replicas')),
  wideColumn(counter('W_READY', 'workers.readyReplicas')),
  counter('W_AVAILABLE', 'workers.availableReplicas'),
  counter('W_UP_TO_DATE', 'workers.upToDateReplicas'),
  { ...ageColumn, name: 'AGE' },
  fieldColumn('VERSION', 'string', '.spec.topology.version'),
]

/** What a person sees of a Cluster in a line. */
export const clusterColumns: Readonly<Record<Profile, readonly Column[]>> = { released, proposal }
