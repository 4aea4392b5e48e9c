import { type Instant, remembering } from '@sitrep/conditions'

/**
 * The time of one pass. A threshold is asked through `passed`, which remembers the earliest instant still ahead; so a
 * recheck time follows from the questions asked and is never computed by hand.
 */
export interface Clock {
  readonly now: Instant
  /** Whether `milliseconds` have gone by since then. An absent or unreadable instant never began, so nothing has passed. */
  readonly passed: (since: Instant | undefined, milliseconds: number) => boolean
  /** The earliest instant at which an answer of `passed` will change; absent when none will. */
  readonly recheckAt: Instant | undefined
}

const parsePresent = remembering((instant: Instant) => Date.parse(instant))
const parseSince = remembering((instant: Instant) => Date.parse(instant))
const formatAhead = remembering((milliseconds: number): Instant => new Date(milliseconds).toISOString())

// A class, for a getter in the object itself would cost more than the pass that asks for it: the runtime keeps whatever such a getter closes
// over until its longest collection.
class StillClock implements Clock {
  readonly now: Instant
  readonly #present: number
  #next = Number.POSITIVE_INFINITY

  constructor(now: Instant) {
    this.now = now
    this.#present = parsePresent(now)
  }

  passed(since: Instant | undefined, milliseconds: number): boolean {
    const due = since === undefined ? Number.NaN : parseSince(since) + milliseconds
    if (Number.isNaN(due)) return false
    if (due <= this.#present) return true
    this.#next = Math.min(this.#next, due)
    return false
  }

  get recheckAt(): Instant | undefined {
    return this.#next === Number.POSITIVE_INFINITY ? undefined : formatAhead(this.#next)
  }
}

/** A clock that stands still at `now` and notes what is still ahead. */
export function clockAt(now: Instant): Clock {
  return new StillClock(now)
}
