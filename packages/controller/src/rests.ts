import type { Background, Task } from './faults.ts'

export interface RestsOptions {
  /** Resolves when no write waits and none is under way. */
  readonly idle: () => Promise<void>
  /** All have been written: nobody needs the rest of the time. */
  readonly onIdle: () => void
}

/** Turns shorter than this keep nobody waiting. */
const shortMs = 10
const longestMs = 1_000
/** While something is still being looked for: what it shows will change some of what waits to be written. */
const longestLookingMs = 100

const task: Task = { what: 'waiting for writes', about: 'process', name: 'controller' }

/**
 * How long writes go first before the next turn. While a turn is under way none is begun: where some wait, they have as much time as a long turn
 * before has had, as far as they need it, and less while statuses wait for what is still being looked for.
 */
export class Rests {
  readonly #background: Background
  readonly #options: RestsOptions
  #watches = false

  constructor(background: Background, options: RestsOptions) {
    this.#background = background
    this.#options = options
  }

  /** Milliseconds, after a turn that has taken so many, with writes that wait; and with statuses that wait for what is still being looked for. */
  msAfter(turnMs: number, undecided: number): number {
    if (turnMs < shortMs) return 0
    if (!this.#watches) this.#background.run(task, () => this.#watch())
    return Math.min(turnMs, undecided > 0 ? longestLookingMs : longestMs)
  }

  async #watch(): Promise<void> {
    this.#watches = true
    await this.#options.idle()
    this.#watches = false
    this.#options.onIdle()
  }
}
