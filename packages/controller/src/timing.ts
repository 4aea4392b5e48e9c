import { setTimeout as delay } from 'node:timers/promises'

/** The clock, timers and chance of the outside world, so that tests bring their own. */
export interface Timing {
  /** Milliseconds since the epoch, by a clock that somebody may set: for times that are told or compared with those of others. */
  readonly now: () => number
  /** Milliseconds since some moment. They go by evenly, whoever sets the clock: for everything that lasts. */
  readonly elapsed: () => number
  /** Resolves after that time, or at once when the signal says stop. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  /** A number from 0 up to 1. */
  readonly random: () => number
}

// Timers of Node go off at once when they are set for longer; whoever sleeps so long looks again when it wakes.
const longestMs = 2 ** 31 - 1

/** The real ones. */
export const realTiming: Timing = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  sleep: async (milliseconds, signal) => {
    try {
      await delay(Math.min(milliseconds, longestMs), undefined, { ...(signal && { signal }), ref: false })
    } catch (error) {
      if (!signal?.aborted) throw error
    }
  },
  random: () => Math.random(),
}

/** Waits longer after every failure, with jitter, so that many clients do not come back together. */
export class Backoff {
  readonly #timing: Timing
  readonly #firstMs: number
  readonly #mostMs: number
  #failures = 0

  constructor(
    timing: Timing,
    { firstMs = 200, mostMs = 30_000 }: { firstMs?: number; mostMs?: number } = {},
  ) {
    this.#timing = timing
    this.#firstMs = firstMs
    this.#mostMs = mostMs
  }

  reset(): void {
    this.#failures = 0
  }

  /** Never comes back sooner than was asked for. */
  async wait(signal: AbortSignal, askedMs = 0): Promise<void> {
    const full = Math.min(this.#mostMs, this.#firstMs * 2 ** this.#failures)
    this.#failures++
    const ownMs = full * (0.5 + this.#timing.random() / 2)
    await this.#timing.sleep(Math.max(ownMs, notTogether(askedMs, this.#timing)), signal)
  }
}

/** A wait that was asked for, and a little more: many are asked for the same, and must not come back together. */
export const notTogether = (askedMs: number, { random }: Pick<Timing, 'random'>): number =>
  askedMs * (1 + random() / 10)

/** Clocks are put right by milliseconds all the time, and nobody minds; by this much or more, somebody has set one. */
export const clockSetByMs = 1_000

/** Notices that somebody set the clock: it no longer shows what it showed before, and the time that has gone by since. */
export class ClockWatch {
  readonly #timing: Timing
  #began: number

  constructor(timing: Timing) {
    this.#timing = timing
    this.#began = timing.now() - timing.elapsed()
  }

  /** Whether it was set since this was asked last. */
  wasSet(): boolean {
    const began = this.#timing.now() - this.#timing.elapsed()
    const byMs = began - this.#began
    this.#began = began
    return Math.abs(byMs) >= clockSetByMs
  }
}
