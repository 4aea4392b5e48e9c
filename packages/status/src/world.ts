import type { Condition, Instant, Stretch } from '@sitrep/conditions'
import type { ClusterName, KindRef, ObjectRef } from './kind.ts'
import type { KubeObject } from './object.ts'
import type { Listing, Reading } from './reading.ts'

/**
 * What a status wants to know of another object: a pure function of that one object. A status wakes only when the value
 * of a view that it read changes, so the narrower the view, the quieter the world. A view that gives `undefined` hides the
 * object from a list.
 */
export interface View<Value> {
  /** Shown when a ring is named and in the generated graph of reads: `clusterForMachine`. */
  readonly name: string
  readonly of: (object: KubeObject) => Value
  /**
   * What of the object has to change for a status to wake that read it; left out, it is the value itself. For values that do nothing but put
   * off a deadline again and again: whoever waits for one looks when it is due, and sees that it lies further ahead.
   */
  readonly wakes?: (object: KubeObject) => unknown
}

/** Whether an object is read as Sitrep computes it, or as its present writer reports it. */
export type Layer = 'computed' | 'reported'

/** Asks for one object by its name. */
export interface ObjectQuery extends ObjectRef {
  readonly layer?: Layer
}

/** Asks for objects of a kind: all of them, or those that one of the three keys leads to. */
export interface ListQuery extends KindRef {
  readonly cluster?: ClusterName
  /** Left out: everywhere. */
  readonly namespace?: string
  readonly by?: ListKey
  readonly layer?: Layer
}

export type ListKey =
  /** Objects with an owner reference to this uid. */
  | { readonly owner: string }
  /** Objects whose label has this value. */
  | { readonly label: string; readonly value: string }
  /** Objects that an index of the catalog files under this key. */
  | { readonly index: string; readonly key: string }

/**
 * The only way in which `observe` sees anything: every read is recorded, and so the engine knows by itself which statuses a
 * changed object can touch. `now` and what was said before are no dependencies.
 */
export interface World<Status = unknown> {
  readonly now: Instant
  /** The whole status before this pass: our last result, else what the object reports. */
  readonly previous: Status | undefined
  /** The conditions that definitions of other kinds say on the object now, all but those in other lists. A status wakes when they change. */
  readonly spoken: readonly Condition[]
  /** The conditions that this definition last put into a list of another object, else those the object reports. */
  readonly previousOn: (ref: ObjectRef, at?: string) => readonly Condition[]
  readonly get: <Value>(query: ObjectQuery, view: View<Value>) => Reading<Value>
  /** Gets each of many objects by its name, in their order. The same questions get the same answers as long as nothing of that has changed. */
  readonly getEach: <Value>(queries: Stretch<ObjectQuery>, view: View<Value>) => Stretch<Reading<Value>>
  /** A long list comes in stretches: one in which nothing has changed is the same as before. */
  readonly list: <Value>(query: ListQuery, view: View<Value>) => Listing<NonNullable<Value>>
}
