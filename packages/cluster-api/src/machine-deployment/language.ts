import type { Language } from '../pass/verdict.ts'
import type { MachineDeploymentFacts, MachineDeploymentOutcome } from './types.ts'

/** How a profile speaks of a MachineDeployment. */
export type MachineDeploymentLanguage = Language<MachineDeploymentFacts, MachineDeploymentOutcome>
