/** How many writes an object may get in a window before it has to wait: a loop of two writers must not become a storm. */
export class WriteBudget {
  readonly #most: number
  readonly #windowMs: number
  /** When objects were written, in this window and in the one before: what is older does not count, and is not kept. */
  #writes: Map<string, readonly number[]> = new Map()
  #before: Map<string, readonly number[]> = new Map()
  #since = 0

  constructor({ most = 60, windowMs = 60_000 }: { most?: number; windowMs?: number } = {}) {
    this.#most = most
    this.#windowMs = windowMs
  }

  /** Spends one write, or tells how long to wait for the next one. */
  spend(
    key: string,
    now: number,
  ): { readonly allowed: true } | { readonly allowed: false; readonly waitMs: number } {
    this.#turnOver(now)
    // What lies ahead was written before the clock was set back; waiting for it could take for ever.
    const recent = (this.#writes.get(key) ?? this.#before.get(key) ?? []).filter(
      (at) => at > now - this.#windowMs && at <= now,
    )
    const [oldest] = recent
    if (recent.length >= this.#most && oldest !== undefined)
      return { allowed: false, waitMs: oldest + this.#windowMs - now }
    this.#writes.set(key, [...recent, now])
    return { allowed: true }
  }

  #turnOver(now: number): void {
    const since = now - this.#since
    if (since >= 0 && since < this.#windowMs) return
    this.#before = this.#writes
    this.#writes = new Map()
    this.#since = now
  }

  forget(key: string): void {
    this.#writes.delete(key)
    this.#before.delete(key)
  }
}
