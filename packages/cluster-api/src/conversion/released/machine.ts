import * as codec from '../codecs.ts'
import type { StageTable } from '../row.ts'
import { moved, newerOnly, truth } from '../rows.ts'
import { machineSpecRows } from './machine-spec.ts'
import { conditionRows, failureRows, groups } from './status-rows.ts'

export const machine: StageTable = {
  groups,
  rows: [
    ...machineSpecRows('spec'),
    newerOnly('spec.minReadySeconds'),
    ...conditionRows,
    ...failureRows,
    truth('status.bootstrapReady', 'status.initialization.bootstrapDataSecretCreated'),
    truth('status.infrastructureReady', 'status.initialization.infrastructureProvisioned'),
    { ...moved('status.phase', 'status.phase'), down: codec.phaseToOlder, copyWins: true },
    { ...moved('status.nodeRef', 'status.nodeRef'), up: codec.nodeToName, down: codec.nameToNode },
    newerOnly('status.failureDomain'),
  ],
}
