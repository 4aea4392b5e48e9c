import type { Timing } from '@sitrep/controller'

/** Lets one loop sleep until something happens. What happens while nobody sleeps is not lost. */
export class Wake {
  readonly #timing: Timing
  #called = false
  #sleeper: AbortController | undefined = undefined

  constructor(timing: Timing) {
    this.#timing = timing
  }

  readonly call = (): void => {
    this.#called = true
    this.#sleeper?.abort()
  }

  /** Comes back when called, or after so many milliseconds. */
  async sleep(milliseconds: number): Promise<void> {
    if (!this.#called && milliseconds > 0) {
      this.#sleeper = new AbortController()
      await this.#timing.sleep(Math.min(milliseconds, longest), this.#sleeper.signal)
      this.#sleeper = undefined
    }
    this.#called = false
  }
}

// Timers of Node end at once when they are set for longer than this.
const longest = 2 ** 31 - 1
