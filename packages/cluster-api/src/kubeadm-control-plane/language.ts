import type { Condition, ConditionRules } from '@sitrep/conditions'
import type { Fields } from '@sitrep/status'
import type { PausedFacts } from '../pass/paused.ts'
import type { ControlPlaneFacts } from './facts/facts.ts'
import type { ControlPlaneMachineFacts, HealthFacts } from './facts/machines.ts'
import type { GateFacts, PassInput } from './facts/pass.ts'
import type { Scope } from './facts/scope.ts'
import type { OldControlPlane } from './old-status/old-status.ts'
import type { ClusterOfControlPlane, ControlPlaneObserved } from './types.ts'

/** Everything that a pass says of a control plane, before a language lays it out. */
export interface ControlPlaneOutcome {
  readonly facts: ControlPlaneFacts
  readonly conditions: readonly Condition[]
  readonly lastRemediation: unknown
  readonly failed: boolean
  readonly old: OldControlPlane
}

/** How a profile speaks of a control plane: the tables in the order in which they are asked, and where the results are written. */
export interface ControlPlaneLanguage {
  /** Without its Cluster nothing can be said; otherwise what depends on the Cluster is Unknown. */
  readonly needsCluster: boolean
  readonly paused: ConditionRules<PausedFacts>
  readonly scope: (observed: ControlPlaneObserved, cluster: ClusterOfControlPlane) => Scope
  readonly obstacles: PassInput['obstacles']
  readonly firstCertificates: PassInput['firstCertificates']
  /** Asked before the Machines. */
  readonly certificates: ConditionRules<GateFacts>
  /** Asked about each Machine; those of etcd only where it runs on the Machines. */
  readonly machine: readonly ConditionRules<ControlPlaneMachineFacts>[]
  readonly machineEtcd: readonly ConditionRules<ControlPlaneMachineFacts>[]
  /** Asked once the Machines were judged. */
  readonly health: readonly ConditionRules<HealthFacts>[]
  readonly tables: readonly ConditionRules<ControlPlaneFacts>[]
  /** Asked last, for it rests on the others. */
  readonly available: ConditionRules<ControlPlaneFacts>
  /** What stands on a Machine for a moment while a pass goes on. Its time counts in the same pass, but is never written. */
  readonly passing: (facts: ControlPlaneMachineFacts) => readonly Condition[]
  readonly write: (outcome: ControlPlaneOutcome) => Fields
}
