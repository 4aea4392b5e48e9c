import { ageColumn } from '@sitrep/status'
import {
  clusterColumn,
  type KindColumns,
  olderAvailableColumn,
  olderReplicaColumns,
  pausedColumn,
  proposalColumns,
  replicaColumns,
  templateVersionColumn,
} from '../crds/columns.ts'

/** What a person sees of a MachineSet in a line. */
export const machineSetColumns: KindColumns = {
  released: [clusterColumn, ...replicaColumns, pausedColumn, ageColumn, templateVersionColumn],
  proposal: proposalColumns(clusterColumn, templateVersionColumn),
  older: [clusterColumn, ...olderReplicaColumns, olderAvailableColumn, ageColumn, templateVersionColumn],
}
