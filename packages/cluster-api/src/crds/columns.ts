import {
  ageColumn,
  type Column,
  conditionColumn,
  fieldColumn,
  type Profile,
  wideColumn,
} from '@sitrep/status'

/** What a person sees of a kind in a line: in each language, and in v1beta1, which prints in both what it always did. */
export type KindColumns = Readonly<Record<Profile | 'older', readonly Column[]>>

const count = (name: string, path: string): Column => fieldColumn(name, 'integer', path)

/** The Cluster that an object names. */
export const clusterColumn: Column = fieldColumn('Cluster', 'string', '.spec.clusterName')
export const phaseColumn: Column = fieldColumn('Phase', 'string', '.status.phase')
export const pausedColumn: Column = wideColumn(conditionColumn('Paused', 'Paused'))
export const availableColumn: Column = conditionColumn('Available', 'Available')
/** The version of an object itself, and that of the Machines which it makes. */
export const versionColumn: Column = fieldColumn('Version', 'string', '.spec.version')
export const templateVersionColumn: Column = fieldColumn('Version', 'string', '.spec.template.spec.version')

const desired = count('Desired', '.spec.replicas')
const current = count('Current', '.status.replicas')
const ready = count('Ready', '.status.readyReplicas')
const available = count('Available', '.status.availableReplicas')
const upToDate = count('Up-to-date', '.status.upToDateReplicas')

/** The counters of replicas, as released. */
export const replicaColumns: readonly Column[] = [desired, current, ready, available, upToDate]

/** The counters of replicas of v1beta1, up to those that a kind has besides. */
export const olderReplicaColumns: readonly Column[] = [
  wideColumn(desired),
  count('Replicas', '.status.replicas'),
  ready,
]
export const olderAvailableColumn: Column = available

/** What v1beta1 counts during a rollout. */
export const olderRolloutColumns: readonly Column[] = [
  count('Updated', '.status.updatedReplicas'),
  count('Unavailable', '.status.unavailableReplicas'),
]

/** The document writes the names of columns in capitals. */
export const inCapitals = (columns: readonly Column[]): readonly Column[] =>
  columns.map((column) => ({ ...column, name: column.name.toUpperCase() }))

/** The document's columns of what has replicas, with those that a kind has besides after the first two. */
export const proposalColumns = (
  cluster: Column,
  version: Column,
  own: readonly Column[] = [],
): readonly Column[] =>
  inCapitals([
    cluster,
    pausedColumn,
    ...own,
    desired,
    wideColumn(current),
    ready,
    available,
    upToDate,
    ageColumn,
    version,
  ])
