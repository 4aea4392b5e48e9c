import type { Condition } from '@sitrep/conditions'
import type { ComputedObject } from '../source/computed-world.ts'

/** A line of the tree: an object, a part of one, a heading, or something that is not at hand. */
export interface Branch {
  /** Said before the name: `Infrastructure`. */
  readonly heading?: string
  /** Kind and name; empty where the heading is all. */
  readonly label: string
  readonly object?: ComputedObject
  /** The version that is asked for, where its kind has one. */
  readonly version?: string
  /** Conditions that stand for it here: those of a part, or those about the parent. */
  readonly conditions?: readonly Condition[]
  /** Named by its parent and not there. */
  readonly missing?: true
  /** Why it could not be read. */
  readonly unread?: string
  readonly children: readonly Branch[]
}
