import { defineStatus, type StatusDefinition } from '@sitrep/status'
import { machineDeploymentKind } from '../kinds.ts'
import type { ClusterApiOptions } from '../profile.ts'
import { releasedColumns } from './columns.ts'
import { computeReleased } from './compute.ts'
import { observeMachineDeployment } from './observe.ts'
import type { MachineDeployment, MachineDeploymentObserved, MachineDeploymentStatus } from './types.ts'

/** The status of a MachineDeployment in the chosen language. */
export function machineDeploymentStatus(
  _options: ClusterApiOptions,
): StatusDefinition<MachineDeployment, MachineDeploymentObserved, MachineDeploymentStatus> {
  return defineStatus({
    kind: machineDeploymentKind,
    observe: observeMachineDeployment,
    compute: computeReleased,
    columns: releasedColumns,
    onFailure: 'Available',
  })
}
