import type { OldStatus } from '../old-model/layout.ts'
import type { Language } from '../pass/computed.ts'
import type { MachineDeploymentFacts } from './facts.ts'
import type { MachineDeploymentObserved } from './types.ts'

/** Everything that a pass found out about a MachineDeployment, before a language lays it out. */
export interface MachineDeploymentOutcome {
  readonly observed: MachineDeploymentObserved
  readonly facts: MachineDeploymentFacts
  readonly old: OldStatus
  /** The pass met an error, so the generation does not count as observed. */
  readonly failed: boolean
}

/** How a profile speaks of a MachineDeployment. */
export type MachineDeploymentLanguage = Language<MachineDeploymentFacts, MachineDeploymentOutcome>
