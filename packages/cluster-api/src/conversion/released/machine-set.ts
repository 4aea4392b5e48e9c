import * as codec from '../codecs.ts'
import type { StageTable } from '../row.ts'
import { count, moved } from '../rows.ts'
import { machineSpecRows } from './machine-spec.ts'
import { conditionRows, failureRows, groups, newCounter, oldCounter, recounted } from './status-rows.ts'

export const machineSet: StageTable = {
  groups,
  rows: [
    ...machineSpecRows('spec.template.spec'),
    { ...moved('spec.minReadySeconds', 'spec.template.spec.minReadySeconds'), up: codec.zeroToNothing },
    moved('spec.deletePolicy', 'spec.deletion.order'),
    moved('spec.machineNamingStrategy', 'spec.machineNaming'),
    ...conditionRows,
    ...failureRows,
    count('status.replicas'),
    ...recounted('readyReplicas'),
    ...recounted('availableReplicas'),
    newCounter('upToDateReplicas'),
    oldCounter('fullyLabeledReplicas'),
  ],
}
