import {
  ageColumn,
  type Column,
  conditionColumn,
  fieldColumn,
  type Profile,
  wideColumn,
} from '@sitrep/status'

const released: readonly Column[] = [
  fieldColumn('Cluster', 'string', '.spec.clusterName'),
  conditionColumn('Available', 'Available'),
  fieldColumn('Desired', 'integer', '.spec.replicas'),
  fieldColumn('Current', 'integer', '.status.replicas'),
  fieldColumn('Ready', 'integer', '.status.readyReplicas'),
  fieldColumn('Available', 'integer', '.status.availableReplicas'),
  fieldColumn('Up-to-date', 'integer', '.status.upToDateReplicas'),
  wideColumn(conditionColumn('Paused', 'Paused')),
  fieldColumn('Phase', 'string', '.status.phase'),
  ageColumn,
  fieldColumn('Version', 'string', '.spec.template.spec.version'),
]

const proposal: readonly Column[] = [
  fieldColumn('CLUSTER', 'string', '.spec.clusterName'),
  wideColumn(conditionColumn('PAUSED', 'Paused')),
  fieldColumn('DESIRED', 'integer', '.spec.replicas'),
  wideColumn(fieldColumn('CURRENT', 'integer', '.status.replicas')),
  fieldColumn('READY', 'integer', '.status.readyReplicas'),
  fieldColumn('AVAILABLE', 'integer', '.status.availableReplicas'),
  fieldColumn('UP-TO-DATE', 'integer', '.status.upToDateReplicas'),
  { ...ageColumn, name: 'AGE' },
  fieldColumn('VERSION', 'string', '.spec.template.spec.version'),
]

/** What a person sees of a MachineDeployment in a line. */
export const machineDeploymentColumns: Readonly<Record<Profile, readonly Column[]>> = { released, proposal }
