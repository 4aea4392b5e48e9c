import type { ConditionRules } from '@sitrep/conditions'
import { machinesReadyRows, remediatingRows, upToDateRows } from '../../proposal-rows/machines.ts'
import { deletedRows, scalingDownRows, scalingUpRows } from '../../proposal-rows/scaling.ts'
import type { MachinePoolFacts } from '../facts/facts.ts'
import type { MachinePoolLanguage } from '../language.ts'
import { writeProposal } from '../layout.ts'
import { available } from './available.ts'
import { bootstrapConfigReady, infrastructureReady } from './provider.ts'
import { replicaFailure } from './replica-failure.ts'

// The document leaves pools open; these are the definitions of a MachineDeployment, and the two mirrors that only a pool has.
const tables: readonly ConditionRules<MachinePoolFacts>[] = [
  bootstrapConfigReady,
  infrastructureReady,
  available,
  replicaFailure,
  { type: 'MachinesReady', rows: machinesReadyRows },
  { type: 'ScalingUp', rows: scalingUpRows },
  { type: 'ScalingDown', rows: scalingDownRows },
  { type: 'UpToDate', rows: upToDateRows },
  { type: 'Remediating', rows: remediatingRows },
  { type: 'Deleted', rows: deletedRows },
]

/** What the document's definitions say of a MachinePool. */
export const proposalMachinePool: MachinePoolLanguage = {
  tables,
  write: writeProposal,
  needsCluster: false,
  // Sticky, and either contract's word is enough.
  isProvisioned: ({ infrastructure, before }) => {
    const seen = infrastructure.read ? infrastructure.item : undefined
    return seen?.provisioned === true || seen?.ready === true || before.infrastructureProvisioned === true
  },
}
