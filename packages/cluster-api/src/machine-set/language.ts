import type { OldStatus } from '../old-model/layout.ts'
import type { Language } from '../pass/computed.ts'
import type { MachineSetFacts } from './facts/facts.ts'
import type { MachineSetObserved } from './types.ts'

/** Everything that a pass found out about a MachineSet, before a language lays it out. */
export interface MachineSetOutcome {
  readonly observed: MachineSetObserved
  readonly facts: MachineSetFacts
  readonly old: OldStatus
  /** The pass met an error, so the generation does not count as observed. */
  readonly failed: boolean
}

/** How a profile speaks of a MachineSet. */
export type MachineSetLanguage = Language<MachineSetFacts, MachineSetOutcome>
