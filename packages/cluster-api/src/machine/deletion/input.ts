import type { Clock } from '@sitrep/status'
import type { DeletionObserved, MachineObserved } from '../types.ts'

/** What a look at a deletion needs. */
export interface DeletionInput {
  readonly observed: MachineObserved
  readonly deletion: DeletionObserved
  readonly clock: Clock
  /** Whether the Machine's Node is known by now. */
  readonly nodeName: string | undefined
}
