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

  /** Spends one write by a clock that nobody sets, or tells how long to wait for the next one. */
  spend(
    key: string,
    elapsed: number,
  ): { readonly allowed: true } | { readonly allowed: false; readonly waitMs: number } {
    this.#turnOver(elapsed)
    const recent = (this.#writes.get(key) ?? this.#before.get(key) ?? []).filter(
      (at) => at > elapsed - this.#windowMs,
    )
    const [oldest] = recent
    if (recent.length >= this.#most && oldest !== undefined)
      return { allowed: false, waitMs: oldest + this.#windowMs - elapsed }
    this.#writes.set(key, [...recent, elapsed])
    return { allowed: true }
  }

  #turnOver(elapsed: number): void {
    if (elapsed - this.#since < this.#windowMs) return
    this.#before = this.#writes
    this.#writes = new Map()
    this.#since = elapsed
  }

  forget(key: string): void {
    this.#writes.delete(key)
    this.#before.delete(key)
  }
}
