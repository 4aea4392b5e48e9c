import type { ConditionRules, Decision, SeverityCondition } from '@sitrep/conditions'
import type { ClusterFacts } from './facts/facts.ts'
import type { PassEnd } from './facts/pass.ts'
import type { ClusterObserved, ClusterStatus } from './types.ts'

/** What a pass has found out, before it is written down. */
export interface ClusterOutcome {
  readonly observed: ClusterObserved
  readonly facts: ClusterFacts
}

/** Why a pass leaves the conditions as they are, and what it writes all the same. */
export interface Untouched {
  readonly why: string
  readonly fields: Partial<ClusterStatus>
}

/** How a profile speaks of a Cluster. */
export interface ClusterLanguage {
  /** In the order in which they are asked: each sees what those before it have said. */
  readonly tables: readonly ConditionRules<ClusterFacts>[]
  /** What Cluster API calls its condition on machines that are behind. */
  readonly upToDate: string
  readonly pass: (observed: ClusterObserved) => PassEnd
  /** Whether this pass leaves the conditions as they are. */
  readonly untouched: (observed: ClusterObserved, pass: PassEnd) => Untouched | undefined
  /** Puts what a table decided among the conditions. */
  readonly put: (decision: Decision, facts: ClusterFacts, now: string) => readonly SeverityCondition[]
  /** What is written beside the conditions; fields without a value are taken away. */
  readonly write: (outcome: ClusterOutcome) => Partial<ClusterStatus>
}
