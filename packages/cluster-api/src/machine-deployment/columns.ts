import { ageColumn } from '@sitrep/status'
import {
  availableColumn,
  clusterColumn,
  type KindColumns,
  olderReplicaColumns,
  olderRolloutColumns,
  pausedColumn,
  phaseColumn,
  proposalColumns,
  replicaColumns,
  templateVersionColumn,
} from '../crds/columns.ts'

/** What a person sees of a MachineDeployment in a line. */
export const machineDeploymentColumns: KindColumns = {
  released: [
    clusterColumn,
    availableColumn,
    ...replicaColumns,
    pausedColumn,
    phaseColumn,
    ageColumn,
    templateVersionColumn,
  ],
  proposal: proposalColumns(clusterColumn, templateVersionColumn),
  older: [
    clusterColumn,
    ...olderReplicaColumns,
    ...olderRolloutColumns,
    phaseColumn,
    ageColumn,
    templateVersionColumn,
  ],
}
