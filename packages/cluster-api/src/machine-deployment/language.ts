import type { Language } from '../pass/verdict.ts'
import type { MachineDeploymentOutcome } from './outcome.ts'
import type { MachineDeploymentFacts } from './types.ts'

/** How a profile speaks of a MachineDeployment. */
export type MachineDeploymentLanguage = Language<MachineDeploymentFacts, MachineDeploymentOutcome>
