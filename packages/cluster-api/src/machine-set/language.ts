import type { Language } from '../pass/verdict.ts'
import type { MachineSetOutcome } from './outcome.ts'
import type { MachineSetFacts } from './types.ts'

/** How a profile speaks of a MachineSet. */
export type MachineSetLanguage = Language<MachineSetFacts, MachineSetOutcome>
