import type { Instant } from '@sitrep/conditions'
import type { Background, Task } from './faults.ts'
import type { Timing } from './timing.ts'

/** Sleepers sleep as long as before when somebody sets the clock: so often it is looked at. */
const lookAtClockMs = 60_000

const task: Task = { what: 'waiting for a time', about: 'process', name: 'controller' }

/** Rings when a time has come, or a little before to look at the clock: whoever hears it sets it again. */
export class Alarm {
  readonly #timing: Timing
  readonly #background: Background
  readonly #onRing: () => void
  #set: AbortController | undefined = undefined
  #at: Instant | undefined = undefined

  constructor(timing: Timing, background: Background, onRing: () => void) {
    this.#timing = timing
    this.#background = background
    this.#onRing = onRing
  }

  /** From now on it rings at this time and no other; absent: not at all. One that is set for this time already stays as it is. */
  set(at: Instant | undefined, now: number): void {
    if (at !== undefined && at === this.#at) return
    this.stop()
    if (at === undefined) return
    this.#at = at
    const waitMs = Math.min(lookAtClockMs, Math.max(0, Date.parse(at) - now))
    const set = new AbortController()
    this.#set = set
    this.#background.run(task, async () => {
      await this.#timing.sleep(waitMs, set.signal)
      if (set.signal.aborted) return
      this.stop()
      this.#onRing()
    })
  }

  stop(): void {
    this.#set?.abort()
    this.#set = undefined
    this.#at = undefined
  }
}
