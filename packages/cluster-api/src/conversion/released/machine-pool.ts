import type { StageTable } from '../row.ts'
import { count, moved, truth } from '../rows.ts'
import { machineSpecRows } from './machine-spec.ts'
import { conditionRows, failureRows, groups, newCounter, oldCounter, recounted } from './status-rows.ts'

export const machinePool: StageTable = {
  groups,
  rows: [
    ...machineSpecRows('spec.template.spec'),
    moved('spec.minReadySeconds', 'spec.template.spec.minReadySeconds'),
    ...conditionRows,
    ...failureRows,
    truth('status.bootstrapReady', 'status.initialization.bootstrapDataSecretCreated'),
    truth('status.infrastructureReady', 'status.initialization.infrastructureProvisioned'),
    count('status.replicas'),
    ...recounted('readyReplicas'),
    ...recounted('availableReplicas'),
    newCounter('upToDateReplicas'),
    oldCounter('unavailableReplicas'),
  ],
}
