import { type ConditionRules, type Rule, True } from '@sitrep/conditions'
import { type PausedFacts, pausedInPartRules } from '../../pass/paused.ts'
import { machinesReadyRows, remediatingRows, upToDateRows } from '../../proposal-rows/machines.ts'
import { deletedRows, scalingDownRows, scalingUpRows } from '../../proposal-rows/scaling.ts'
import { nameList } from '../../shorten.ts'
import { completed, type MachineDeploymentFacts } from '../facts.ts'
import type { MachineDeploymentLanguage } from '../language.ts'
import { writeProposal } from '../layout.ts'
import { available } from './available.ts'
import { replicaFailure } from './replica-failure.ts'

const setsLeft: Rule<MachineDeploymentFacts> = [
  'only MachineSets are left',
  (f) => f.listed && f.deleting && f.machines.length === 0 && f.machineSets.length > 0,
  True(
    'WaitingForMachineSetsDeletion',
    (f) => `Waiting for MachineSets ${nameList(f.machineSets)} to be deleted`,
  ),
]

// Rollouts are all that its own field stops, so that everything else goes on being judged.
const paused: ConditionRules<PausedFacts> = pausedInPartRules([
  'its rollouts are paused',
  (f) => f.rolloutsPaused === true,
  True('Paused', 'MachineDeployment spec.paused is set to true, nothing is rolled out'),
])

// The document's table, row for row.
const tables: readonly ConditionRules<MachineDeploymentFacts>[] = [
  available,
  replicaFailure,
  { type: 'MachinesReady', rows: machinesReadyRows },
  { type: 'ScalingUp', rows: scalingUpRows },
  { type: 'ScalingDown', rows: scalingDownRows },
  { type: 'UpToDate', rows: upToDateRows },
  { type: 'Remediating', rows: remediatingRows },
  { type: 'Deleted', rows: [setsLeft, ...deletedRows] },
]

/** What the document says of a MachineDeployment. */
export const proposalMachineDeployment: MachineDeploymentLanguage = {
  paused,
  tables,
  write: writeProposal,
  needsCluster: false,
  strategy: completed,
}
