import type { Condition } from '@sitrep/conditions'
import type { ClusterName, ConditionList, KindRef, KubeObject, ListKey, ObjectRef } from '@sitrep/status'

/**
 * Something that happened in the world: an object came or changed, one went, somebody is finding out about one, somebody else looks after
 * one from now on, a kind can (or can no longer) be read, or nobody knows any more whether it can.
 */
export type WorldChange = ObjectChange | ObjectGone | ObjectAwaited | ObjectMoved | KindRead | ClusterUntold

export interface ObjectChange {
  readonly cluster?: ClusterName
  readonly object: KubeObject
  /** Its status is computed somewhere else: here what is reported stands. */
  readonly given?: true
}

export interface ObjectGone {
  readonly gone: ObjectRef
}

/** Somebody is finding out about an object. Until it comes or is said to be gone, reading it is reading what nobody has told yet. */
export interface ObjectAwaited {
  readonly awaited: ObjectRef
}

/**
 * Who looks after an object from now on: its status is computed `here`, or somewhere else and the object stays `beside` as it is reported,
 * or it is `elsewhere` altogether. It has not changed by that, so nothing is told of it.
 */
export interface ObjectMoved {
  readonly moved: ObjectRef
  readonly to: 'here' | 'beside' | 'elsewhere'
}

/** Nobody looks at a cluster any more: what was said about its kinds counts no longer. */
export interface ClusterUntold {
  readonly untold: ClusterName
}

/**
 * Whether reading a kind is possible. Until somebody says so it is not, and reading it gives "could not look". `by` narrows
 * the claim to one key of a narrow index.
 */
export interface KindRead {
  readonly cluster?: ClusterName
  readonly kind: KindRef | 'every'
  readonly by?: Extract<ListKey, { index: string }>
  readonly read: boolean
  /** What stands in the way; said in the conditions that follow from it. */
  readonly why?: string
}

/** What somebody asks for and would have to be fed: a kind of a cluster, or one key of a narrow index of it. */
export interface Wanted extends KindRef {
  readonly cluster: ClusterName
  readonly by?: Extract<ListKey, { index: string }>
}

/** Why a status was looked at again. */
export type Cause =
  | { readonly cause: 'object'; readonly ref: ObjectRef }
  | { readonly cause: 'view'; readonly ref: ObjectRef; readonly view: string }
  | { readonly cause: 'member'; readonly ref: ObjectRef; readonly view: string }
  | { readonly cause: 'readable'; readonly cluster: ClusterName; readonly kind: KindRef }
  | { readonly cause: 'said'; readonly ref: ObjectRef }
  | { readonly cause: 'time' }
  | { readonly cause: 'again' }

/** Our own mistakes, handed out with the status they touch. None of them harms another status. */
export type Problem =
  | { readonly problem: 'definition-threw'; readonly error: unknown }
  /** `type` is the address, as it is written. */
  | { readonly problem: 'two-owners'; readonly type: string; readonly owners: readonly ObjectRef[] }
  | { readonly problem: 'two-makers'; readonly made: ObjectRef; readonly makers: readonly ObjectRef[] }
  | {
      readonly problem: 'unsettled-ring'
      readonly objects: readonly ObjectRef[]
      readonly views: readonly string[]
    }

/** One status that differs from what it was before, or an object that a pass yields and that did. */
export interface StatusChange {
  readonly ref: ObjectRef
  /** Absent when the object is gone. */
  readonly status: Record<string, unknown> | undefined
  readonly before: Record<string, unknown> | undefined
  /** Those of `status.conditions`. */
  readonly conditions: readonly Condition[]
  /** All lists of conditions that objects of this kind have. */
  readonly lists: readonly ConditionList[]
  /** Whose pass yields this object, where it exists in memory only. */
  readonly maker?: ObjectRef
  /** At most three causes are kept. */
  readonly because: readonly Cause[]
  readonly problems: readonly Problem[]
}
