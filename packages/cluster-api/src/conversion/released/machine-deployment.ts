import type { FieldRow, StageTable } from '../row.ts'
import { count, moved, olderOnly } from '../rows.ts'
import { machineSpecRows } from './machine-spec.ts'
import { conditionRows, groups, newCounter, oldCounter, recounted } from './status-rows.ts'

/** How Machines are replaced, in a MachineDeployment or in the topology that makes one. */
export const rolloutRows = (older: string, newer: string, remediation: string): readonly FieldRow[] => [
  moved(`${older}.type`, `${newer}rollout.strategy.type`),
  moved(`${older}.rollingUpdate.maxUnavailable`, `${newer}rollout.strategy.rollingUpdate.maxUnavailable`),
  moved(`${older}.rollingUpdate.maxSurge`, `${newer}rollout.strategy.rollingUpdate.maxSurge`),
  moved(`${older}.rollingUpdate.deletePolicy`, `${newer}deletion.order`),
  moved(`${older}.remediation.maxInFlight`, `${newer}${remediation}.maxInFlight`),
]

export const machineDeployment: StageTable = {
  groups,
  rows: [
    ...machineSpecRows('spec.template.spec'),
    moved('spec.minReadySeconds', 'spec.template.spec.minReadySeconds'),
    ...rolloutRows('spec.strategy', 'spec.', 'remediation'),
    moved('spec.rolloutAfter', 'spec.rollout.after'),
    moved('spec.machineNamingStrategy', 'spec.machineNaming'),
    // Nobody ever looked at these two, and they are gone on purpose.
    olderOnly('spec.progressDeadlineSeconds'),
    olderOnly('spec.revisionHistoryLimit'),
    ...conditionRows,
    count('status.replicas'),
    ...recounted('readyReplicas'),
    ...recounted('availableReplicas'),
    newCounter('upToDateReplicas'),
    oldCounter('updatedReplicas'),
    oldCounter('unavailableReplicas'),
  ],
}
