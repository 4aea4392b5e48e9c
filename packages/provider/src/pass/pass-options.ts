import type { PassEvent, PassRules, PassSettings, PollSettings } from '@sitrep/crossplane/managed'
import type { Fields, KubeObject } from '@sitrep/status'
import type { ObjectApi } from '../api/object-api.ts'
import type { Clock } from '../clock.ts'
import type { ConnectionPublisher } from '../connection-secret/publisher.ts'
import type { ExternalConnector, Initializer, ReferenceResolver } from '../external/external-client.ts'
import type { ChangeLog } from './change-log.ts'

/** An event of a pass, with the external name that it carries. */
export interface ToldEvent extends PassEvent {
  readonly externalName: string
}

/** What one pass runs on. */
export interface PassOptions {
  readonly api: ObjectApi
  readonly connector: ExternalConnector
  /** Nothing where objects of the kind cannot have a connection secret. */
  readonly publisher: ConnectionPublisher | undefined
  readonly initializers?: readonly Initializer[]
  readonly references?: ReferenceResolver | undefined
  readonly changeLog?: ChangeLog | undefined
  readonly clock: Clock
  readonly rules: PassRules
  readonly settings: PassSettings
  readonly poll: PollSettings
  /** Changes the interval that was decided on: jitter, or a closer look at what is not ready. */
  readonly pollHook?: (object: KubeObject, intervalMs: number) => number
  /** For all calls of the provider together; half a minute more is for telling how they went. */
  readonly timeoutMs: number
  /** How many passes before this one asked for an update of the same generation in a row. */
  readonly updatesInARow?: number
  /** Says something of the object, as it stands. */
  readonly tell: (event: ToldEvent, object: KubeObject) => void
  /** Told what went wrong without changing the outcome. */
  readonly complain?: (what: string, error: unknown) => void
}

/** When the next pass is due. */
export type NextPass =
  | { readonly due: 'none' }
  /** Soon, and later each time in a row. */
  | { readonly due: 'again' }
  | { readonly due: 'after'; readonly milliseconds: number }
  /** As `again`, and somebody should hear of it. */
  | { readonly due: 'error'; readonly error: Error }

/** How a pass ended. */
export interface PassReport {
  /** The row of the table in which it ended. */
  readonly row: string
  readonly next: NextPass
  /** The object as it was read; nothing where it could not be. */
  readonly before: KubeObject | undefined
  /** The object as it is known after the pass; nothing where it could not be read. */
  readonly after: KubeObject | undefined
  /** Whether an update was asked for. */
  readonly updated: boolean
  /** What was seen and what the steps came to, for whoever tells it as a fact of kind `ExternalObservation`. */
  readonly observation: Fields
}
