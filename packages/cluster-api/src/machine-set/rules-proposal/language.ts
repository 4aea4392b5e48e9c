import { type ConditionRules, hasCondition, type Rule, True, Unknown } from '@sitrep/conditions'
import { notSeen } from '../../proposal-rows/first-rows.ts'
import {
  hasUnhealthy,
  machinesReadyRows,
  remediatingRows,
  unhealthySources,
  unhealthyText,
  upToDateRows,
} from '../../proposal-rows/machines.ts'
import { deletedRows, scalingDownRows, scalingUpRows } from '../../proposal-rows/scaling.ts'
import type { MachineSetFacts } from '../facts/facts.ts'
import type { MachineSetLanguage } from '../language.ts'
import { writeProposal } from '../layout.ts'
import { replicaFailure } from './replica-failure.ts'

// Nothing rolls a set out that stands alone, so nobody asks its Machines whether they are up to date.
const standsAlone: Rule<MachineSetFacts> = [
  'it belongs to no MachineDeployment, and no Machine says otherwise',
  (f) =>
    f.listed &&
    f.revision === 'stand-alone' &&
    !f.machines.some(({ conditions }) => hasCondition(conditions, 'UpToDate')),
  True('StandAlone'),
]

const byRollout: Rule<MachineSetFacts> = [
  'the rollout replaces the sick Machines of an old set anyway',
  (f) => f.listed && f.revision === 'old' && hasUnhealthy(f),
  True('RemediatedByRollout', (f) => `${unhealthyText(f)} and will be replaced by the rollout`),
  unhealthySources,
]

// biome-ignore format: the table is the specification; its columns stay aligned
const ownerless: readonly Rule<MachineSetFacts>[] = [
  ['its MachineDeployment cannot be read',  (f) => f.revision === 'owner not read',  Unknown('InternalError', (f) => `MachineDeployment ${f.deploymentName} cannot be read, see the log for the error`)],
  ['its MachineDeployment does not exist',  (f) => f.revision === 'owner not found', Unknown('OwnerDoesNotExist', (f) => `MachineDeployment ${f.deploymentName} does not exist`)],
]

// The document's table, row for row.
const documented: readonly ConditionRules<MachineSetFacts>[] = [
  replicaFailure,
  { type: 'MachinesReady', rows: machinesReadyRows },
  { type: 'ScalingUp', rows: scalingUpRows },
  { type: 'ScalingDown', rows: scalingDownRows },
  { type: 'UpToDate', rows: [standsAlone, ...upToDateRows] },
  { type: 'Remediating', rows: [byRollout, ...remediatingRows] },
  { type: 'Deleted', rows: deletedRows },
]

// Whoever does not know its revision does not look at its Machines either: the owner is named before it is said that they were not seen.
const tables: readonly ConditionRules<MachineSetFacts>[] = documented.map(({ type, rows }) => ({
  type,
  rows: rows.flatMap((row) => (row === notSeen ? [...ownerless, row] : [row])),
}))

/** What the document says of a MachineSet. */
export const proposalMachineSet: MachineSetLanguage = { tables, write: writeProposal, needsCluster: false }
