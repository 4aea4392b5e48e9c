import type { Instant } from '@sitrep/conditions'
import { Background, realTiming, type Timing } from '@sitrep/controller'

/** A time by which something has to be done. */
export interface Deadline {
  /** Ends when the time is over. */
  readonly signal: AbortSignal
  /** Forgets the deadline; to be called when it is done. */
  readonly release: () => void
}

/** Time, as a pass needs it. */
export interface Clock {
  readonly now: () => Instant
  readonly deadline: (milliseconds: number) => Deadline
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

/** A clock that goes by the timing of the process. */
export function clockOf(timing: Timing = realTiming): Clock {
  return {
    now: () => new Date(timing.now()).toISOString(),
    deadline: (milliseconds) => {
      const over = new AbortController()
      const released = new AbortController()
      new Background().run({ what: 'waiting for a deadline', about: 'process', name: 'clock' }, async () => {
        await timing.sleep(milliseconds, released.signal)
        if (!released.signal.aborted) over.abort()
      })
      return { signal: over.signal, release: () => released.abort() }
    },
    sleep: (milliseconds, signal) => timing.sleep(milliseconds, signal),
  }
}
