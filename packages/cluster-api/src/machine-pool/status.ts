import { defineStatus, type StatusDefinition } from '@sitrep/status'
import { machinePoolKind } from '../kinds.ts'
import type { ClusterApiOptions } from '../profile.ts'
import { releasedColumns } from './columns.ts'
import { computeReleased } from './compute.ts'
import { observeMachinePool } from './observe.ts'
import type { MachinePool, MachinePoolObserved, MachinePoolStatus } from './types.ts'

/** The status of a MachinePool in the chosen language. */
export function machinePoolStatus(
  _options: ClusterApiOptions,
): StatusDefinition<MachinePool, MachinePoolObserved, MachinePoolStatus> {
  return defineStatus({
    kind: machinePoolKind,
    observe: observeMachinePool,
    compute: computeReleased,
    columns: releasedColumns,
    onFailure: 'Paused',
  })
}
