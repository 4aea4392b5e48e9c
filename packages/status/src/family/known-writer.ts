import type { KindRef } from '../kind.ts'

/** A controller that is known to write statuses of a family, and by what one sees that it runs. */
export interface KnownWriter {
  readonly kinds: readonly KindRef[]
  /** The field manager under which it writes. */
  readonly manager: string
  /** The name of the Lease that its replicas hold and renew while they run. */
  readonly lease: string
}
