/**
 * What a word says about the state of something, the weightiest first.
 * `final` has failed for good; `unready` is not good and does not say why; `step` is a stage that was passed on the way;
 * `none` says that there is nothing to judge; `done` has ended well; `task` names a work, which goes on unless the other
 * words say how it ended.
 */
export const senses = [
  'final',
  'bad',
  'unready',
  'warning',
  'paused',
  'progress',
  'unknown',
  'step',
  'none',
  'done',
  'good',
  'task',
] as const

export type Sense = (typeof senses)[number]

/**
 * How a condition type is to be read.
 * `whole`, `part`: True is good for all of the object, or for a part. `step`: True is a stage on the way. `ending`: True is
 * the good end, False says nothing. `activity`: True is good, False is no problem. `problem`: True is bad. `final`: True is
 * bad for good. `progress`: True says that work goes on. `pause`: True says that nothing goes on. `neutral`: says neither.
 */
export const roles = [
  'whole',
  'part',
  'step',
  'ending',
  'activity',
  'problem',
  'final',
  'progress',
  'pause',
  'neutral',
] as const

export type Role = (typeof roles)[number]

/** A question about one field of the object. */
export type FieldTest =
  | { readonly path: string; readonly is: 'present' | 'absent' | 'filled' }
  | { readonly path: string; readonly in: readonly (string | number | boolean)[] }

/** So many are wanted, and so many are there. A count that is not reported is 0 where `absent` says so. */
export interface Count {
  readonly wanted: string
  /** What counts as wanted where the field is missing. */
  readonly otherwise?: number
  readonly have: string
  readonly absent?: 'zero'
  /** What is counted, in words: `replicas are available`. */
  readonly words: string
  /** One of these holds: then it does not count. */
  readonly unless?: readonly FieldTest[]
  /** More than wanted is fine. */
  readonly atLeast?: true
}

/** What generic rules cannot know about a kind. Every field is optional: what is not said follows the conventions. */
export interface KindKnowledge {
  /** Where these facts come from. */
  readonly source: string
  /** A group, all groups below one (`*.services.k8s.aws`), or all (`*`). */
  readonly group: string
  readonly kinds?: readonly string[]
  /** Further tests; all of them must hold. */
  readonly when?: readonly FieldTest[]
  /** The contract that these facts are about, where an object can follow one of several. */
  readonly contract?: string
  /** It reports nothing while all is well: a missing status is no missing report. */
  readonly quiet?: true
  /** It comes to an end by itself: running is not yet good. */
  readonly ends?: true
  readonly conditions?: Readonly<Record<string, Role>>
  /** The role of condition types that `conditions` does not name. */
  readonly otherConditions?: Role
  /** Condition types that are to be reported before it can be ready. */
  readonly needs?: readonly string[]
  /** Condition types whose generation says nothing. */
  readonly unversioned?: readonly string[]
  /** Reasons by name, or as `Type/Reason`. */
  readonly reasons?: Readonly<Record<string, Sense>>
  /**
   * States by path and value; `*` stands for every other value. They speak for the whole. A path may go through entries of a list
   * (`status.shards[].state`, `status.steps[name=last].state`) and into labels and annotations (`metadata.labels[example.com/state]`);
   * numbers and booleans are written as text.
   */
  readonly states?: Readonly<Record<string, Readonly<Record<string, Sense>>>>
  /** Fields that must say something before it can be ready, each with what is said of a missing one. */
  readonly expects?: Readonly<Record<string, string>>
  /** The counters that count. Where they are said, no other does; an empty list says that none does. */
  readonly counts?: readonly Count[]
  /** Two fields that are equal when all is done. */
  readonly equal?: readonly {
    readonly one: string
    readonly other: string
    readonly unless?: readonly FieldTest[]
  }[]
  /** Fields of the status that say nothing about the state. */
  readonly skip?: readonly string[]
  /** Annotations that pause it, with the values that do so; an empty list means every value. */
  readonly pausedBy?: Readonly<Record<string, readonly string[]>>
  /** Fields that pause it. */
  readonly pausedWhen?: readonly FieldTest[]
  /** The annotation that holds the conditions as JSON. */
  readonly conditionsAnnotation?: string
  /** Its conditions follow the older model of Cluster API: severities, and no reason where all is well. */
  readonly severities?: true
  /** Condition types that stand for it where there is room for one, the most telling first. Left out: those that stand for anything. */
  readonly tells?: readonly string[]
  /** The condition that stands for it sums up all that is known: nothing that stands beside it says more. */
  readonly sums?: true
  /** That a controller has seen this generation is all it ever says. */
  readonly seenIsEnough?: true
}
