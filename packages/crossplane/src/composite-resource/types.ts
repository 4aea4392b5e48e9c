import type { Condition, Instant } from '@sitrep/conditions'
import type { ObjectRef, Reading } from '@sitrep/status'
import type { Composed, CompositeFailure, FunctionAnswers } from '../composite/types.ts'

/** A composed object as its composite sees it. */
export interface ComposedForComposite {
  /** The name that it has in the pipeline. */
  readonly name: string
  readonly conditions: readonly Condition[]
}

/** An object that a composite refers to, and what was found there. */
export interface Part {
  readonly ref: ObjectRef
  readonly reading: Reading<ComposedForComposite>
}

/** What functions answered and what came of it, as it is told. */
export interface ToldAnswer {
  readonly generation: number | undefined
  readonly circuitOpenedBy: string | undefined
  readonly failure: CompositeFailure | undefined
  /** Nothing where the composed objects speak for themselves. */
  readonly composed: readonly Composed[] | undefined
  readonly functions: FunctionAnswers
  readonly realtime: boolean
}

/** A composite with what it is made of and, where somebody tells it, what its functions answered. */
export interface CompositeObserved {
  readonly paused: boolean
  readonly deleted: boolean
  readonly generation: number | undefined
  readonly parts: readonly Part[]
  readonly told: ToldAnswer | undefined
  readonly toldBy: ObjectRef
  readonly previous: CompositeStatus
  readonly now: Instant
}

/** What is said of a composite. */
export interface CompositeStatus {
  readonly conditions: readonly Condition[]
  readonly claimConditionTypes?: readonly string[]
}
