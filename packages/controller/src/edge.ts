import type { Engine, StatusChange, Wanted, WorldChange } from '@sitrep/engine'
import type { Catalog, ClusterName, FactKind, KubeObject, ObjectRef } from '@sitrep/status'
import type { AddressGuard } from './connection/address-guard.ts'
import type { Connection } from './connection/connection.ts'
import type { ControllerEvents } from './controller-events.ts'
import type { Contact } from './observe/contacts.ts'
import type { Facts } from './observe/facts.ts'
import type { Timing } from './timing.ts'

/**
 * What a family has outside the API of the management cluster: other clusters, a data plane, things in a cloud. It is started with a
 * controller and stopped before it; the controller itself knows nothing of what is out there.
 */
export interface Edge {
  readonly start: (around: EdgeSurroundings) => RunningEdge
}

/** What an edge finds around itself. */
export interface EdgeSurroundings
  extends Pick<ControllerEvents, 'onWatchRestart' | 'onUnreadable' | 'onFault'> {
  /** The management cluster. */
  readonly connection: Connection
  readonly catalog: Catalog
  readonly timing: Timing
  /** Left out: all namespaces. */
  readonly namespace?: string
  /** Which addresses may be connected to when strangers name them; left out: all. */
  readonly addresses?: AddressGuard
  /** For looking only: changes go through `feed`. */
  readonly engine: Pick<Engine, 'object' | 'objects' | 'asked' | 'unseen'>
  /** Whether this process may write now what follows from an object: its shard, its lease. Absent: it may write all of it. */
  readonly mayWrite?: (ref: ObjectRef, object: KubeObject | undefined) => boolean
  /** Whether this process looks after an object, as far as its name tells. Absent: it looks after all of them. */
  readonly keeps?: (ref: ObjectRef) => boolean
  /** Where it tells what it sees about objects. */
  readonly facts: Facts
  /** Tells of something that it reads by itself why that cannot be read, or without a reason that it can. */
  readonly onSeen?: (wanted: Wanted, why: string | undefined) => void
  /** Tells how the contact to another cluster is, and which object stands for that cluster. Saying the same again is no harm. */
  readonly onContact?: (contact: Omit<Contact, 'since'>, about: ObjectRef) => void
  /** Nobody reaches for that cluster any more. */
  readonly forgetContact?: (cluster: ClusterName) => void
  /** Where it brings what happens in other clusters. */
  readonly feed: (changes: readonly WorldChange[]) => void
  /** Resolves when there is room for more: whoever brings very many waits for it before the next. */
  readonly room?: () => Promise<void>
}

/** An edge at work. */
export interface RunningEdge {
  /**
   * The facts that it is going to tell about an object. Of objects that were there before us they are awaited from the moment in which
   * the object is taken in: each has to be told, taken back or given up.
   */
  readonly tells?: (object: KubeObject) => readonly FactKind[]
  /** Changes that are about to be taken in: what is told or fed in answer, before this returns, is taken in with them. */
  readonly onTaking?: (changes: readonly WorldChange[]) => void
  /** Changes that have just been taken in, and what is said otherwise because of them: also of objects that did not come themselves. */
  readonly onTaken?: (changes: readonly WorldChange[], statuses: readonly StatusChange[]) => void
  /** This process is about to look after objects that others have looked after: what was passed over of them has to be read anew. */
  readonly onShareGained?: () => void
  /**
   * Somebody set the clock. Times of its own that it has told are told anew, as the clock would have shown them: else what has just been
   * seen looks as if it had been seen long ago, or not yet. What is told before this returns is taken in first.
   */
  readonly onClockSet?: () => void
  /** What is asked of clusters other than the management cluster, whenever that changes. */
  readonly onAsked?: (asked: readonly Wanted[]) => void
  /** Resolves when nothing of it is under way any more. */
  readonly stop: () => Promise<void>
}
