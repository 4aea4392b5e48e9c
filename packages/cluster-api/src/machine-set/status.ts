import { defineStatus, type StatusDefinition } from '@sitrep/status'
import { machineSetKind } from '../kinds.ts'
import type { ClusterApiOptions } from '../profile.ts'
import { releasedColumns } from './columns.ts'
import { computeReleased } from './compute.ts'
import { observeMachineSet } from './observe.ts'
import type { MachineSet, MachineSetObserved, MachineSetStatus } from './types.ts'

/** The status of a MachineSet in the chosen language. */
export function machineSetStatus(
  _options: ClusterApiOptions,
): StatusDefinition<MachineSet, MachineSetObserved, MachineSetStatus> {
  return defineStatus({
    kind: machineSetKind,
    observe: observeMachineSet,
    compute: computeReleased,
    columns: releasedColumns,
    onFailure: 'MachinesReady',
  })
}
