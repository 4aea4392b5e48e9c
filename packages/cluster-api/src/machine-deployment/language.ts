import type { ConditionRules } from '@sitrep/conditions'
import type { OldStatus } from '../old-model/layout.ts'
import type { Language } from '../pass/computed.ts'
import type { PausedFacts } from '../pass/paused.ts'
import type { MachineDeploymentFacts } from './facts.ts'
import type { MachineDeploymentObserved, RolloutStrategy } from './types.ts'

/** Everything that a pass found out about a MachineDeployment, before a language lays it out. */
export interface MachineDeploymentOutcome {
  readonly observed: MachineDeploymentObserved
  readonly facts: MachineDeploymentFacts
  readonly old: OldStatus
  /** The pass met an error, so the generation does not count as observed. */
  readonly failed: boolean
}

/** How a profile speaks of a MachineDeployment. */
export interface MachineDeploymentLanguage
  extends Language<MachineDeploymentFacts, MachineDeploymentOutcome> {
  readonly paused: ConditionRules<PausedFacts>
  /** The strategy that holds, of one that may be given in part. */
  readonly strategy: (given: RolloutStrategy) => RolloutStrategy
}
