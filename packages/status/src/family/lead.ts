import type { KindRef } from '../kind.ts'
import type { KubeObject } from '../object.ts'

/**
 * Where a condition in trouble leads: what it follows from, whether or not the rule that decided it says so. Whoever looks for a first
 * cause goes on there, so that what only waits for something else never counts as one.
 */
export interface Lead {
  /** Of which objects. */
  readonly of: (object: KubeObject) => boolean
  /** The list in whose entries the conditions stand, such as `listeners`: they lead to others of the same entry. Left out: `status.conditions`. */
  readonly within?: string
  /** Which of the conditions: `A|B`, or `*`. */
  readonly types: string
  /** With which reasons; left out: with any. */
  readonly reasons?: string
  /** Not with these: they name a cause themselves, or that nobody could look. */
  readonly unless?: string
  /** Only where it is somebody else's word: where a rule of ours decided, that knows better what it rests on. */
  readonly only?: 'reported'
  readonly by: LeadWay
  /** How to go on from there, past an object that says nothing of it. */
  readonly onward?: LeadWay
  /** The conditions there that are followed, as addresses: those that are not True, or with `=True` behind them those that are. */
  readonly to: readonly string[]
}

/** How the objects are found to which a condition leads. */
export type LeadWay =
  | { readonly way: 'itself' }
  /** Named in fields of the object; `kind` stands for what a reference leaves out, `remote` is the field that names the cluster in which it lies. */
  | {
      readonly way: 'refers'
      readonly path: string
      readonly kind?: KindRef
      readonly remote?: string
    }
  /** The object whose name the object carries in a label. */
  | { readonly way: 'labelled'; readonly label: string; readonly kind: KindRef }
  /** Objects of these kinds that carry the object's name in a label. */
  | { readonly way: 'carrying'; readonly label: string; readonly kinds: readonly KindRef[] }
  /** Objects of these kinds that it owns. */
  | { readonly way: 'owns'; readonly kinds: readonly KindRef[] }
  /** An object of this name in a fixed place. */
  | { readonly way: 'namesake'; readonly kind: KindRef; readonly namespace: string }

/**
 * Work that waits for somebody and does not come to an end by itself: kind, type and reason as in advice, and words that stand in the
 * message; also a condition that is as it should be, where its words say that it will not stay so. All other work counts as under way
 * until it has taken long.
 */
export type HoldRow = readonly [kind: string, type: string, reason: string, words?: RegExp]

/** Whether a name is one of those that a row wants: `*` is any, `A|B` one of several. */
export const isWanted = (wanted: string, name: string): boolean =>
  wanted === '*' || wanted.split('|').includes(name)
