import type { Language } from '../pass/verdict.ts'
import type { MachinePoolFacts } from './facts.ts'
import type { MachinePoolOutcome } from './outcome.ts'
import type { MachinePoolObserved } from './types.ts'

/** How a profile speaks of a MachinePool. */
export interface MachinePoolLanguage extends Language<MachinePoolFacts, MachinePoolOutcome> {
  /** Whether the infrastructure has done its part, by this profile's reading of the contract. */
  readonly isProvisioned: (observed: MachinePoolObserved) => boolean | 'malformed'
}
