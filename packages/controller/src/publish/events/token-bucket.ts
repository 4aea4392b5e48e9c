/** How much may happen at once, and how fast that comes back. */
export interface Allowance {
  readonly burst: number
  readonly everyMs: number
}

/** Gives out what is allowed, and tells how long to wait for more, by a clock that nobody sets. */
export class TokenBucket {
  readonly #allowance: Allowance
  #tokens: number
  #at: number

  constructor(allowance: Allowance, elapsed: number) {
    this.#allowance = allowance
    this.#tokens = allowance.burst
    this.#at = elapsed
  }

  /** Milliseconds until one more is allowed; 0 when one was taken. */
  take(elapsed: number): number {
    const { burst, everyMs } = this.#allowance
    this.#tokens = Math.min(burst, this.#tokens + (elapsed - this.#at) / everyMs)
    this.#at = elapsed
    if (this.#tokens < 1) return (1 - this.#tokens) * everyMs
    this.#tokens -= 1
    return 0
  }
}
