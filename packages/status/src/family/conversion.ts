import type { KindRef } from '../kind.ts'
import type { KubeObject } from '../object.ts'
import type { Profile } from '../profile.ts'

/** Between the stages of a family's API. */
export interface Conversion {
  /** What the stages are called. */
  readonly stages: readonly string[]
  /** The object in another stage. Throws an Error that says why where it cannot be converted. */
  readonly convert: (object: KubeObject, options: ConversionOptions) => KubeObject
  /** Answers what an API server asks of a conversion webhook: a whole `ConversionReview` in, one out. Never throws on what it is sent. */
  readonly reviewer: (options: ReviewOptions) => (review: unknown) => unknown
}

export interface ConversionOptions {
  /** One of the stages. */
  readonly to: string
  /** The stage that the object is in, where it does not tell. */
  readonly from?: string
  readonly referenceVersion?: (kind: KindRef) => string | undefined
}

interface ReviewOptions {
  readonly profile: Profile
  readonly referenceVersion?: (kind: KindRef) => string | undefined
}
