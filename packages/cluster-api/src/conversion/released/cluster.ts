import * as codec from '../codecs.ts'
import type { StageTable } from '../row.ts'
import { moved, reference, truth } from '../rows.ts'
import { conditionRows, failureRows, groups } from './status-rows.ts'
import { topologyRows } from './topology.ts'

export const cluster: StageTable = {
  groups,
  rows: [
    reference('spec.infrastructureRef'),
    reference('spec.controlPlaneRef'),
    ...topologyRows,
    ...conditionRows,
    ...failureRows,
    truth('status.infrastructureReady', 'status.initialization.infrastructureProvisioned'),
    truth('status.controlPlaneReady', 'status.initialization.controlPlaneInitialized'),
    {
      ...moved('status.failureDomains', 'status.failureDomains'),
      up: codec.domainsToList,
      down: codec.listToDomains,
    },
    moved('status.v1beta2.controlPlane', 'status.controlPlane'),
    moved('status.v1beta2.workers', 'status.workers'),
  ],
}
