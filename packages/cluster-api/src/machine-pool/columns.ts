import { ageColumn } from '@sitrep/status'
import {
  clusterColumn,
  type KindColumns,
  olderReplicaColumns,
  pausedColumn,
  phaseColumn,
  proposalColumns,
  replicaColumns,
  templateVersionColumn,
} from '../crds/columns.ts'

/** What a person sees of a MachinePool in a line. The document leaves pools open; its columns are those of a MachineDeployment. */
export const machinePoolColumns: KindColumns = {
  released: [clusterColumn, ...replicaColumns, pausedColumn, phaseColumn, ageColumn, templateVersionColumn],
  proposal: proposalColumns(clusterColumn, templateVersionColumn),
  older: [clusterColumn, ...olderReplicaColumns.slice(0, 2), phaseColumn, ageColumn, templateVersionColumn],
}
