import type { Condition, Instant } from '@sitrep/conditions'
import type { ObjectRef, Reading } from '@sitrep/status'

/** A composite as its claim sees it. */
export interface CompositeForClaim {
  readonly conditions: readonly Condition[]
  readonly claimConditionTypes: readonly string[]
}

/** How binding went, as it is told. */
export interface ToldBinding {
  readonly generation: number | undefined
  readonly failure: string | undefined
  readonly failedAfterReady: boolean
}

/** A claim with its composite and, where somebody tells it, how binding them went. */
export interface ClaimObserved {
  readonly paused: boolean
  readonly deleted: boolean
  readonly generation: number | undefined
  /** The composite that it names, and what was found there; nothing before it has one. */
  readonly composite: { readonly ref: ObjectRef; readonly reading: Reading<CompositeForClaim> } | undefined
  readonly told: ToldBinding | undefined
  readonly toldBy: ObjectRef
  readonly previous: readonly Condition[]
  readonly now: Instant
}

/** What is said of a claim. */
export interface ClaimStatus {
  readonly conditions: readonly Condition[]
}
