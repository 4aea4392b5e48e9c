import type { ConditionRules } from '@sitrep/conditions'
import type { ClusterFacts } from '../facts/facts.ts'
import type { ClusterLanguage } from '../language.ts'
import { writeProposal } from '../layout.ts'
import { available } from './available.ts'
import { controlPlaneAvailable, controlPlaneInitialized } from './control-plane.ts'
import { controlPlaneProbe } from './control-plane-probe.ts'
import { scalingDown, scalingUp, upToDate } from './counted.ts'
import { deleted } from './deleted.ts'
import { remediating } from './remediating.ts'
import { workersAvailable } from './workers-available.ts'

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
