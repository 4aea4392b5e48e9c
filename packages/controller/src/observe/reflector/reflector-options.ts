import type { KubeObject } from '@sitrep/status'
import type { Connection } from '../../connection/connection.ts'
import type { ControllerError } from '../../errors.ts'
import type { OnFault } from '../../faults.ts'
import type { Timing } from '../../timing.ts'
import type { KnownNames } from './known-names.ts'
import type { KeptWriters } from './lean-text.ts'
import type { HeldBytes, ReadLimits } from './limits.ts'
import type { ResourceScope, ServedResource } from './resource.ts'
import type { Sift } from './sift.ts'
import type { WatchLists } from './watch-lists.ts'

/** What happened to objects of one resource, in the order in which it happened. */
export type Reflected = { readonly object: KubeObject } | { readonly gone: KubeObject['metadata'] }

/** Whether the resource can be read now. */
export type ReadState =
  | { readonly read: true }
  | { readonly read: false; readonly why: string; readonly error: ControllerError }

export interface ReflectorOptions {
  readonly connection: Connection
  readonly resource: ServedResource
  readonly scope?: ResourceScope
  readonly timing: Timing
  readonly onChanges: (changes: readonly Reflected[]) => void
  /** Resolves when whoever takes the changes has room for more. What comes meanwhile stays as it was sent, or with the server. Default: at once. */
  readonly room?: () => Promise<void>
  readonly onState: (state: ReadState) => void
  /** Counts every watch that had to be opened again, for the metrics. */
  readonly onRestart?: () => void
  /** Told what goes wrong here by our mistake: the resource counts as unread then, until it was read again. */
  readonly onFault?: OnFault
  /** What stays of the field managers. Default: who wrote which condition when. */
  readonly keep?: KeptWriters
  /** What is known of the server by all who follow it; left out, this reflector finds out for itself. */
  readonly watchLists?: WatchLists
  /** Names that were shown before: those that the first whole reading does not show are told as gone. */
  readonly known?: KnownNames
  /** How much is taken from the server. Default: as much as can be held. */
  readonly limits?: ReadLimits
  /** What all who follow the server hold together; left out, this reflector counts by itself. */
  readonly held?: HeldBytes
  /** What is kept of what the server shows. Default: all of it. */
  readonly sift?: Sift
}
