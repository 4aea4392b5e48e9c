import type { Fields, KubeObject } from '@sitrep/status'
import { defineStatus, type StatusDefinition } from '@sitrep/status'
import { gracePeriods } from '../connection/grace-periods.ts'
import { statusFields } from '../crds/status-fields.ts'
import { machineKind } from '../kinds.ts'
import { compareConditions } from '../model/condition-order.ts'
import type { ClusterApiOptions } from '../options.ts'
import { pausedRulesOf } from '../pass/paused.ts'
import { machineColumns } from './columns.ts'
import { computeMachine } from './compute.ts'
import { observeMachine } from './observe/observe.ts'
import { proposalMachine } from './rules-proposal/language.ts'
import { releasedMachine } from './rules-released/language.ts'
import { machineSchema } from './schema.ts'
import type { MachineObserved } from './types.ts'

const languages = { released: releasedMachine, proposal: proposalMachine }

/** The status of Machines. */
export function machineStatus(
  options: ClusterApiOptions,
): StatusDefinition<KubeObject, MachineObserved, Fields> {
  const language = languages[options.profile]
  return defineStatus({
    kind: machineKind,
    observe: observeMachine,
    compute: computeMachine(language, gracePeriods(options).conditionsMs),
    columns: machineColumns[options.profile],
    rules: [{ tables: [pausedRulesOf(language), ...language.tables, language.ready, language.available] }],
    onFailure: 'Ready',
    order: compareConditions,
    owns: statusFields(machineSchema),
  })
}
