/** How much may happen at once, and how fast that comes back. */
export interface Allowance {
  readonly burst: number
  readonly everyMs: number
}

/** Gives out what is allowed, and tells how long to wait for more. A clock that is set back takes nothing away. */
export class TokenBucket {
  readonly #allowance: Allowance
  #tokens: number
  #at: number

  constructor(allowance: Allowance, now: number) {
    this.#allowance = allowance
    this.#tokens = allowance.burst
    this.#at = now
  }

  /** Milliseconds until one more is allowed; 0 when one was taken. */
  take(now: number): number {
    const { burst, everyMs } = this.#allowance
    this.#tokens = Math.min(burst, this.#tokens + Math.max(0, now - this.#at) / everyMs)
    this.#at = now
    if (this.#tokens < 1) return (1 - this.#tokens) * everyMs
    this.#tokens -= 1
    return 0
  }
}
