import { defineStatus, type StatusDefinition } from '@sitrep/status'
import { statusFields } from '../crds/status-fields.ts'
import { machineDeploymentKind } from '../kinds.ts'
import { compareConditions } from '../model/condition-order.ts'
import type { ClusterApiOptions } from '../options.ts'
import type { StatusFields } from '../pass/computed.ts'
import { machineDeploymentColumns } from './columns.ts'
import { computeMachineDeployment } from './compute.ts'
import { observeMachineDeployment } from './observe.ts'
import { proposalMachineDeployment } from './rules-proposal/language.ts'
import { releasedMachineDeployment } from './rules-released/language.ts'
import { machineDeploymentSchema } from './schema.ts'
import type { MachineDeployment, MachineDeploymentObserved } from './types.ts'

const languages = { released: releasedMachineDeployment, proposal: proposalMachineDeployment }

/** The status of a MachineDeployment in the chosen language. */
export function machineDeploymentStatus({
  profile,
}: ClusterApiOptions): StatusDefinition<MachineDeployment, MachineDeploymentObserved, StatusFields> {
  return defineStatus({
    kind: machineDeploymentKind,
    observe: observeMachineDeployment,
    compute: computeMachineDeployment(languages[profile]),
    columns: machineDeploymentColumns[profile],
    rules: [{ tables: [languages[profile].paused, ...languages[profile].tables] }],
    onFailure: 'Available',
    order: compareConditions,
    owns: statusFields(machineDeploymentSchema),
  })
}
