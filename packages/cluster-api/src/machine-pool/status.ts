import { defineStatus, type StatusDefinition } from '@sitrep/status'
import { statusFields } from '../crds/status-fields.ts'
import { machinePoolKind } from '../kinds.ts'
import { compareConditions } from '../model/condition-order.ts'
import type { ClusterApiOptions } from '../options.ts'
import type { StatusFields } from '../pass/computed.ts'
import { pausedRulesOf } from '../pass/paused.ts'
import { machinePoolColumns } from './columns.ts'
import { computeMachinePool } from './compute.ts'
import { observeMachinePool } from './observe/observe.ts'
import { proposalMachinePool } from './rules-proposal/language.ts'
import { releasedMachinePool } from './rules-released/language.ts'
import { machinePoolSchema } from './schema.ts'
import type { MachinePool, MachinePoolObserved } from './types.ts'

const languages = { released: releasedMachinePool, proposal: proposalMachinePool }

// A released pool owns no condition but `Paused`.
const onFailure = { released: 'Paused', proposal: 'Available' }

/** The status of a MachinePool in the chosen language. */
export function machinePoolStatus({
  profile,
}: ClusterApiOptions): StatusDefinition<MachinePool, MachinePoolObserved, StatusFields> {
  return defineStatus({
    kind: machinePoolKind,
    observe: observeMachinePool,
    compute: computeMachinePool(languages[profile]),
    columns: machinePoolColumns[profile],
    rules: [{ tables: [pausedRulesOf(languages[profile]), ...languages[profile].tables] }],
    onFailure: onFailure[profile],
    order: compareConditions,
    owns: statusFields(machinePoolSchema),
  })
}
