import type { Explanation } from '@sitrep/engine'
import type { Catalog, KubeObject, ObjectRef } from '@sitrep/status'
import type { AddressGuard } from './connection/address-guard.ts'
import type { Connection } from './connection/connection.ts'
import type { ControllerEvents } from './controller-events.ts'
import type { Edge } from './edge.ts'
import type { Share } from './share/share.ts'
import type { Timing } from './timing.ts'

/** How a controller works, and who hears of it. */
export interface ControllerOptions extends ControllerEvents {
  readonly connection: Connection
  readonly catalog: Catalog
  /** `observe` writes nothing and reads every level as it is reported; `write` publishes; `compute` writes nothing either, but reads what it computes. */
  readonly mode: 'observe' | 'compute' | 'write'
  readonly namespace?: string
  /** Which addresses edges may connect to when strangers name them; left out: all. */
  readonly addresses?: AddressGuard
  readonly timing?: Timing
  /** What families have outside the API of this cluster. */
  readonly edges?: readonly Edge[]
  /** Whether this process may write to an object now: its shard, its lease. Default: all of them. */
  readonly mayWrite?: (ref: ObjectRef, object: KubeObject | undefined) => boolean
  /** What of the world this process keeps, where several share it. Default: all of it. */
  readonly share?: Share
  readonly inFlight?: number
  /** Which of several processes this is, in the Events that it writes. */
  readonly instance?: string
  /** Where a condition in trouble has its first cause, in words for an Event; nothing where the condition says it itself. */
  readonly causeOf?: (explanation: Explanation) => string | undefined
}
