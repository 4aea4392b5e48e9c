import type { Condition, ConditionRules } from '@sitrep/conditions'
import type { Fields } from '@sitrep/status'
import type { OldStatus } from '../old-model/layout.ts'
import type { ClusterFacts } from './facts/facts.ts'
import type { AvailabilityGate, ClusterObserved } from './types.ts'

/** What the last rule asks about: all that was said before it. */
export interface AvailableFacts {
  readonly conditions: readonly Condition[]
  readonly deleting: boolean
  readonly hasTopology: boolean
  readonly gates: readonly AvailabilityGate[]
}

/** Everything that a pass found out about a Cluster, before a language lays it out. */
export interface ClusterOutcome {
  readonly observed: ClusterObserved
  readonly facts: ClusterFacts
  readonly old: OldStatus
}

/** How a profile speaks of a Cluster: the tables, the last of which sums the others up, and where the results are written. */
export interface ClusterLanguage {
  readonly tables: readonly ConditionRules<ClusterFacts>[]
  readonly available: ConditionRules<AvailableFacts>
  readonly write: (outcome: ClusterOutcome) => Fields
  /** Whether a Cluster whose ClusterClass cannot be seen keeps what it says, or is judged all the same. */
  readonly needsClass: boolean
  /** Whether nothing is looked at until a topology has made both references. */
  readonly waitsForReferences: boolean
}
