import type { OldStatus } from '../old-model/layout.ts'
import type { ClusterFacts } from './facts.ts'
import type { InitializationStep } from './steps/initialization.ts'
import type { ClusterObserved } from './types.ts'

/** Everything that a pass found out about a Cluster, before a language lays it out. */
export interface ClusterOutcome {
  readonly observed: ClusterObserved
  readonly facts: ClusterFacts
  readonly step: InitializationStep
  readonly old: OldStatus
  /** The pass met an error, so the generation does not count as observed. */
  readonly failed: boolean
}
