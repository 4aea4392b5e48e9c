import type { TimelineEntry } from '@sitrep/present'
import type { ObjectRef } from '@sitrep/status'

/** Who tells a history: a running controller, the file that one left behind, or the object itself. */
export type Teller = 'controller' | 'file' | 'object'

/** What happened to an object, as far as somebody remembers. */
export interface ToldHistory {
  readonly ref: ObjectRef
  readonly teller: Teller
  readonly entries: readonly TimelineEntry[]
  /** What the reader has to know about where this comes from. */
  readonly note?: string
}
