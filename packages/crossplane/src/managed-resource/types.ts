import type { Condition, Instant } from '@sitrep/conditions'
import type { ObjectRef } from '@sitrep/status'
import type { ManagedObject, PassFacts } from '../managed/types.ts'

/** What a pass over a managed resource saw and came to, as it is told. */
export interface ToldPass {
  /** The generation that the pass was about. */
  readonly generation: number | undefined
  readonly facts: Omit<PassFacts, 'paused' | 'policies' | 'deleted' | 'finalizers'>
}

/** A managed resource and, where somebody tells it, what a pass over it saw. */
export interface ManagedObserved {
  /** What the object itself tells of a pass. */
  readonly own: ManagedObject
  readonly generation: number | undefined
  readonly told: ToldPass | undefined
  readonly toldBy: ObjectRef
  readonly previous: readonly Condition[]
  readonly now: Instant
}

/** What is said of a managed resource. */
export interface ManagedStatus {
  readonly conditions: readonly Condition[]
}
