import { defineStatus, type StatusDefinition } from '@sitrep/status'
import { statusFields } from '../crds/status-fields.ts'
import { machineSetKind } from '../kinds.ts'
import { compareConditions } from '../model/condition-order.ts'
import type { ClusterApiOptions } from '../options.ts'
import type { StatusFields } from '../pass/computed.ts'
import { pausedRulesOf } from '../pass/paused.ts'
import { machineSetColumns } from './columns.ts'
import { computeMachineSet } from './compute.ts'
import { observeMachineSet } from './observe/observe.ts'
import { proposalMachineSet } from './rules-proposal/language.ts'
import { releasedMachineSet } from './rules-released/language.ts'
import { machineSetSchema } from './schema.ts'
import type { MachineSet, MachineSetObserved } from './types.ts'

const languages = { released: releasedMachineSet, proposal: proposalMachineSet }

/** The status of a MachineSet in the chosen language. */
export function machineSetStatus({
  profile,
}: ClusterApiOptions): StatusDefinition<MachineSet, MachineSetObserved, StatusFields> {
  return defineStatus({
    kind: machineSetKind,
    observe: observeMachineSet,
    compute: computeMachineSet(languages[profile]),
    columns: machineSetColumns[profile],
    rules: [{ tables: [pausedRulesOf(languages[profile]), ...languages[profile].tables] }],
    onFailure: 'MachinesReady',
    order: compareConditions,
    owns: statusFields(machineSetSchema),
  })
}
