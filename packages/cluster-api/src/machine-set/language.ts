import type { Language } from '../pass/verdict.ts'
import type { MachineSetFacts, MachineSetOutcome } from './types.ts'

/** How a profile speaks of a MachineSet. */
export type MachineSetLanguage = Language<MachineSetFacts, MachineSetOutcome>
