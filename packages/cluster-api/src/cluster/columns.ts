import { ageColumn, type Column, fieldColumn, wideColumn } from '@sitrep/status'
import { availableColumn, inCapitals, type KindColumns, pausedColumn, phaseColumn } from '../crds/columns.ts'

const counters = (prefix: string, group: string): readonly Column[] => {
  const counter = (name: string, field: string): Column =>
    fieldColumn(`${prefix} ${name}`, 'integer', `.status.${group}.${field}`)
  return [
    counter('Desired', 'desiredReplicas'),
    wideColumn(counter('Current', 'replicas')),
    wideColumn(counter('Ready', 'readyReplicas')),
    counter('Available', 'availableReplicas'),
    counter('Up-to-date', 'upToDateReplicas'),
  ]
}

const allCounters = [...counters('CP', 'controlPlane'), ...counters('W', 'workers')]
const version = fieldColumn('Version', 'string', '.spec.topology.version')
// The older way to name a class is still that of the document, and of most manifests; a path has room for both.
const className = ".spec.topology['class','classRef.name']"

// The document has no spaces or dashes in the names of counters.
const joined = (columns: readonly Column[]): readonly Column[] =>
  columns.map((column) => ({ ...column, name: column.name.replaceAll(/[ -]/g, '_') }))

/** What a person sees of a Cluster in a line. */
export const clusterColumns: KindColumns = {
  released: [
    fieldColumn('ClusterClass', 'string', '.spec.topology.classRef.name'),
    availableColumn,
    ...allCounters,
    pausedColumn,
    phaseColumn,
    ageColumn,
    version,
  ],
  proposal: inCapitals([
    fieldColumn('Cluster Class', 'string', className),
    pausedColumn,
    availableColumn,
    ...joined(allCounters),
    ageColumn,
    version,
  ]),
  older: [fieldColumn('ClusterClass', 'string', '.spec.topology.class'), phaseColumn, ageColumn, version],
}
