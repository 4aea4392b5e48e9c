import type { StatusChange, WorldChange } from '@sitrep/engine'
import type { ClusterName, KindRef, ObjectRef } from '@sitrep/status'
import type { ControllerError } from './errors.ts'
import type { OnFault } from './faults.ts'
import type { ContactChange } from './observe/contacts.ts'
import type { ComparedObject } from './present/compared.ts'
import type { EventOutcome } from './publish/events/event-recorder.ts'
import type { Fight } from './publish/fights.ts'
import type { TurnPart } from './turns.ts'

/** What happens around the work; whoever counts, logs or shows listens here. */
export interface ControllerEvents {
  readonly onChanges?: (changes: readonly StatusChange[], now: number) => void
  /** Changes of the world that have just been taken in. */
  readonly onTaken?: (changes: readonly WorldChange[]) => void
  /** Seconds that one call of the engine took. */
  readonly onTurn?: (seconds: number) => void
  /** Seconds for which a part of a turn held the process without a break. */
  readonly onHeld?: (part: TurnPart, seconds: number) => void
  /**
   * What the present writer reports and what Sitrep computes, after every change of either: in observe mode of everything, otherwise of
   * what belongs to other writers.
   */
  readonly onCompared?: (ref: ObjectRef, compared: ComparedObject) => void
  /** Seconds from the computed status until it was written. */
  readonly onWritten?: (ref: ObjectRef, seconds: number) => void
  /** Our words keep being undone; the object is left alone for a while. */
  readonly onFight?: (fight: Fight & { readonly ref: ObjectRef }) => void
  readonly onWriteError?: (ref: ObjectRef, error: ControllerError) => void
  readonly onHeldBack?: (ref: ObjectRef, waitMs: number) => void
  readonly onWatchRestart?: (cluster: ClusterName, kind: KindRef) => void
  /** Something that is asked for cannot be read; the error says which permission is missing or what fails. */
  readonly onUnreadable?: (cluster: ClusterName, kind: KindRef, error: ControllerError) => void
  /** A cluster answers, or does not, or does again: once for each change. The management cluster has the empty name. */
  readonly onContact?: (change: ContactChange) => void
  /** Something went wrong by our mistake: what it was about is set aside for a while, and the rest goes on. */
  readonly onFault?: OnFault
  /** What became of an Event about what was written or seen. */
  readonly onEvent?: (outcome: EventOutcome) => void
}
