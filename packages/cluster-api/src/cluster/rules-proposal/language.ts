import { type ConditionRules, False, otherwise, True } from '@sitrep/conditions'
import type { MachineSeen } from '../../machines-of/machine-seen.ts'
import { notSeen } from '../../proposal-rows/first-rows.ts'
import { hasUnhealthy, unhealthySources, unhealthyText } from '../../proposal-rows/machines.ts'
import { allMachines, type ClusterFacts } from '../facts/facts.ts'
import type { ClusterLanguage } from '../language.ts'
import { writeProposal } from '../layout.ts'
import { available } from './available.ts'
import { controlPlaneAvailable, controlPlaneInitialized, controlPlaneProbe } from './control-plane.ts'
import { scalingDown, scalingUp, upToDate } from './counted.ts'
import { deleted } from './deleted.ts'
import { workersAvailable } from './workers-available.ts'

const all = (f: ClusterFacts): { readonly machines: readonly MachineSeen[] } => ({
  machines: allMachines(f),
})

// biome-ignore format: the table is the specification; its columns stay aligned
const remediating: ConditionRules<ClusterFacts> = {
  type: 'Remediating',
  rows: [
    notSeen,
    ['a Machine does not pass health checks', (f) => hasUnhealthy(all(f)), True('Remediating', (f) => unhealthyText(all(f))), (f) => unhealthySources(all(f))],
    ['otherwise',                             otherwise,                   False('NotRemediating')],
  ],
}

// The document's table, row for row; TopologyReconciled belongs to the topology reconciler.
const tables: readonly ConditionRules<ClusterFacts>[] = [
  controlPlaneInitialized,
  controlPlaneProbe,
  controlPlaneAvailable,
  workersAvailable,
  scalingUp,
  scalingDown,
  upToDate,
  remediating,
  deleted,
]

/** What the document says of a Cluster. */
export const proposalCluster: ClusterLanguage = {
  tables,
  available,
  write: writeProposal,
  needsClass: false,
  waitsForReferences: false,
}
