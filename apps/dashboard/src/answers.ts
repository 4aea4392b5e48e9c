import type { Condition } from '@sitrep/conditions'
import type { Gravity, Meaning } from '@sitrep/present'
import type { ObjectRef } from '@sitrep/status'

/** How grave something is, or that nothing is. */
export type Weight = Gravity | 'fine'

/** So many of so many, such as 2 of 3 replicas ready. Without a wish there is only a number. */
export interface Counter {
  readonly name: string
  readonly have: number
  readonly want?: number
}

/** One object that stands for itself: nothing that is computed here owns it. */
export interface FleetRow {
  readonly ref: ObjectRef
  /** The one word about it: Available, Degraded, … */
  readonly word: string
  readonly weight: Weight
  /** What is so and its first cause; of what is fine, what it says of itself. */
  readonly sentence: string
  readonly since?: string
  /** Where it begins, when that is another object. */
  readonly cause?: ObjectRef
  readonly counters: readonly Counter[]
  /** For filters: by address, `Available` or `listeners[https]:Programmed`. */
  readonly conditions: Readonly<Record<string, Condition['status']>>
}

/** `GET /api/v1/fleet`: all rows, the worst first. */
export interface FleetAnswer {
  /** The event up to which this is true; the stream goes on after it. */
  readonly upTo: number
  /** The instant that all of it stands at, where nothing goes on: ages are counted from it, and no stream is asked for. */
  readonly at?: string
  readonly rows: readonly FleetRow[]
  /** What cannot be seen now, in sentences: kinds without permission, clusters out of reach. */
  readonly unseen: readonly string[]
}

/** One object in the tree of another, with what speaks for it. */
export interface TreeEntry {
  /** Absent where several are told as one. */
  readonly ref?: ObjectRef
  readonly name: string
  readonly word: string
  readonly meaning: Meaning
  readonly reason?: string
  readonly message?: string
  readonly since?: string
  readonly children: readonly TreeEntry[]
}

/** A condition as the table shows it. */
export interface ConditionRow extends Condition {
  /** Where it stands: `Ready`, `listeners[https]:Programmed`. */
  readonly address: string
  readonly meaning: Meaning
  readonly lastTransitionTime?: string
  readonly observedGeneration?: number
  /** It speaks of an older generation than the object has. */
  readonly stale: boolean
  /** Who decides it: an object when it is another one than its own, else absent. */
  readonly owner?: ObjectRef
}

/** One step from a symptom to its first cause. */
export interface WhyStep {
  readonly ref: ObjectRef
  readonly address?: string
  readonly status?: Condition['status']
  readonly reason?: string
  readonly words: string
  readonly meaning: Meaning
}

/** Why a condition is as it is, as `sitrep explain` tells it. */
export interface WhyAnswer {
  readonly address: string
  readonly sentence: string
  /** From the symptom to the first cause. */
  readonly path: readonly WhyStep[]
  readonly advice: readonly string[]
  readonly commands: readonly string[]
}

/** `GET /api/v1/object?group=&kind=&namespace=&name=&cluster=` */
export interface ObjectAnswer {
  readonly upTo: number
  readonly row: FleetRow
  readonly generation?: number
  readonly created?: string
  readonly deleting: boolean
  readonly tree: TreeEntry
  readonly conditions: readonly ConditionRow[]
  /** Of what is not as it should be, the leading one first. */
  readonly why: readonly WhyAnswer[]
  readonly commands: readonly string[]
}

/** A stretch of time in which a condition said the same. */
export interface LaneSpan {
  readonly from: number
  /** Absent: it is so now. */
  readonly to?: number
  readonly status: Condition['status'] | 'Absent'
  readonly meaning: Meaning
  readonly reason: string
  readonly message: string
}

/** One condition over time. */
export interface Lane {
  readonly address: string
  readonly spans: readonly LaneSpan[]
}

/** How a counter went: steps, each true until the next. */
export interface CounterCourse {
  readonly name: string
  readonly points: readonly { readonly at: number; readonly have: number; readonly want?: number }[]
}

/** `GET /api/v1/timeline?group=&kind=&namespace=&name=&cluster=&since=`; of the object, and what else changed then below it. */
export interface TimelineAnswer {
  readonly from: number
  readonly to: number
  readonly lanes: readonly Lane[]
  readonly counters: readonly CounterCourse[]
  readonly below: readonly Transition[]
}

/** A condition that changed. */
export interface Transition {
  readonly id: number
  readonly at: number
  readonly ref: ObjectRef
  readonly address: string
  readonly from?: string
  readonly to?: string
  readonly reason: string
  readonly message: string
  readonly meaning: Meaning
}

/** `GET /api/v1/transitions?before=&limit=`: the newest first. */
export interface TransitionsAnswer {
  readonly upTo: number
  readonly items: readonly Transition[]
}

/** One row of a rule table. */
export interface RuleRow {
  readonly words: string
  readonly status: string
  readonly reason: string
  /** It decides for the object that was asked about. */
  readonly decides: boolean
  /** It was asked before and did not hold. */
  readonly passedOver: boolean
}

export interface RuleTable {
  readonly address: string
  readonly title: string
  readonly rows: readonly RuleRow[]
}

/** `GET /api/v1/rules?group=&kind=[&namespace=&name=&cluster=]`; without a kind only the kinds. */
export interface RulesAnswer {
  readonly kinds: readonly { readonly group: string; readonly kind: string }[]
  readonly tables: readonly RuleTable[]
}

/** What a refused or failed question gets, with an HTTP status to match. */
export interface RefusedAnswer {
  readonly error: string
}

/**
 * The events of `GET /api/v1/dashboard/changes`, a stream of server-sent events that resumes after `Last-Event-ID` (or `?after=`). Every event has an id that grows by
 * one; a comment comes every ten seconds, so that silence means a lost connection.
 */
export interface ChangeEvents {
  /** A row is new or says something else; `gone` when the object is. */
  readonly row: { readonly row: FleetRow } | { readonly gone: ObjectRef }
  /** Something about these objects changed: whoever shows one of them, or a tree with one of them, asks again. */
  readonly touched: { readonly refs: readonly ObjectRef[] }
  readonly transition: Transition
  /** What happened in between is not known any more: ask for everything again. */
  readonly reset: { readonly upTo: number }
}
