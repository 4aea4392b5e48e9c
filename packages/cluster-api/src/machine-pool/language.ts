import type { OldStatus } from '../old-model/layout.ts'
import type { Language } from '../pass/computed.ts'
import type { MachinePoolFacts, PoolSteps } from './facts/facts.ts'
import type { MachinePoolObserved } from './types.ts'

/** Everything that a pass found out about a MachinePool, before a language lays it out. */
export interface MachinePoolOutcome {
  readonly facts: MachinePoolFacts
  /** Nothing while the pool is being deleted: then nothing is looked at any more. */
  readonly steps: PoolSteps | undefined
  readonly old: OldStatus
  readonly phase: string
  /** The pass met an error, so the generation does not count as observed. */
  readonly failed: boolean
}

/** How a profile speaks of a MachinePool. */
export interface MachinePoolLanguage extends Language<MachinePoolFacts, MachinePoolOutcome> {
  /** Whether the infrastructure has done its part, by this profile's reading of the contract. */
  readonly isProvisioned: (observed: MachinePoolObserved) => boolean | 'malformed'
}
