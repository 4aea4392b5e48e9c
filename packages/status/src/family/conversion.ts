import type { KindRef } from '../kind.ts'
import type { KubeObject } from '../object.ts'
import type { Profile } from '../profile.ts'

/** Between the stages of a family's API. */
export interface Conversion {
  /** What the stages are called. */
  readonly stages: readonly string[]
  /** Whether objects of this kind have stages; all others are somebody else's. */
  readonly hasStages: (object: KubeObject) => boolean
  /** The object in another stage, or why it cannot be one without losing or inventing something. */
  readonly convert: (object: KubeObject, options: ConversionOptions) => Converted
  /** Answers what an API server asks of a conversion webhook: a whole `ConversionReview` in, one out. Never throws on what it is sent. */
  readonly reviewer: (options: ReviewOptions) => (review: unknown) => unknown
  /** In which version an older stage refers to a kind, as the CustomResourceDefinition of that kind tells it. */
  readonly referenceVersion?: (crd: KubeObject) => string | undefined
}

export type Converted = { readonly object: KubeObject } | { readonly refused: string }

export interface ConversionOptions {
  /** One of the stages. */
  readonly to: string
  /** The stage that the object is in. Left out: what its version tells, in the language of the goal. */
  readonly from?: string
  /** In which version a kind is referred to, where that is known. */
  readonly referenceVersion?: (kind: KindRef) => string | undefined
}

/** How a webhook converts. */
export interface ReviewOptions {
  readonly profile: Profile
  readonly referenceVersion?: (kind: KindRef) => string | undefined
}
