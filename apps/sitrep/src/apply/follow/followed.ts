import type { Line } from '@sitrep/present'
import type { Goal, Subject } from '../show/event.ts'
import type { BlockOptions } from '../show/progress-block.ts'

export type Outcome =
  | { readonly is: 'ready' }
  | { readonly is: 'gone' }
  | { readonly is: 'failed'; readonly why: string }

/** Something that is followed until it is decided. */
export interface Followed {
  readonly subject: Subject
  readonly goal: Goal
  /** Looks at what there is now, tells what has changed, and decides whether the wait is over. */
  readonly look: (now: number) => Outcome | undefined
  readonly picture: (options: BlockOptions) => readonly Line[]
  /** What is not yet as it should be, each with what it says. */
  readonly missing: readonly string[]
  /** When the clock alone will change the answer. */
  readonly nextAt: number | undefined
  /** Whether the server could be asked at the last look. */
  readonly readable: boolean
  /** Whether all of it has been looked at, and what was seen will not change its meaning by standing for a moment longer. */
  readonly settled: boolean
  readonly stop: () => Promise<void>
}
