import type { KindRef } from '../kind.ts'

/** A field of a status that the genuine writer of a family is known to leave behind what is there. */
export interface StaleField {
  readonly kind: KindRef
  /** Its path below the status. */
  readonly field: string
  /** The field that says the same anew; only where both agree on it, the other is known to be late. */
  readonly ifAgreed: string
  /** Why it is left behind, in one sentence. */
  readonly because: string
}
