/** How many writes an object may get in a window before it has to wait: a loop of two writers must not become a storm. */
export class WriteBudget {
  readonly #most: number
  readonly #windowMs: number
  readonly #writes: Map<string, number[]> = new Map()

  constructor({ most = 60, windowMs = 60_000 }: { most?: number; windowMs?: number } = {}) {
    this.#most = most
    this.#windowMs = windowMs
  }

  /** Spends one write, or tells how long to wait for the next one. */
  spend(
    key: string,
    now: number,
  ): { readonly allowed: true } | { readonly allowed: false; readonly waitMs: number } {
    // What lies ahead was written before the clock was set back; waiting for it could take for ever.
    const recent = (this.#writes.get(key) ?? []).filter((at) => at > now - this.#windowMs && at <= now)
    const [oldest] = recent
    if (recent.length >= this.#most && oldest !== undefined)
      return { allowed: false, waitMs: oldest + this.#windowMs - now }
    recent.push(now)
    this.#writes.set(key, recent)
    return { allowed: true }
  }

  forget(key: string): void {
    this.#writes.delete(key)
  }
}
