import type { Condition } from '@sitrep/conditions'
import type { MachineFacts } from './facts.ts'
import type { MachineLegacy } from './types.ts'

/** Everything that a pass says of a Machine, before a language lays it out. */
export interface MachineOutcome {
  readonly facts: MachineFacts
  readonly conditions: readonly Condition[]
  readonly legacy: MachineLegacy
}
