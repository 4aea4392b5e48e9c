const none: readonly string[] = []

/** Who rests on what, both by key. */
export class Dependents {
  readonly #resting: Map<string, Set<string>> = new Map()
  readonly #rests: Map<string, readonly string[]> = new Map()

  /** Those that rest on a key now. */
  of(key: string): Iterable<string> {
    return this.#resting.get(key) ?? none
  }

  /** Whether nobody rests on anything. */
  get empty(): boolean {
    return this.#resting.size === 0
  }

  /** One rests on these and on nothing else. */
  set(who: string, on: Iterable<string>): void {
    this.forget(who)
    const keys = [...on]
    this.#rests.set(who, keys)
    for (const key of keys) {
      const resting = this.#resting.get(key)
      if (resting === undefined) this.#resting.set(key, new Set([who]))
      else resting.add(who)
    }
  }

  forget(who: string): void {
    for (const key of this.#rests.get(who) ?? []) {
      const resting = this.#resting.get(key)
      resting?.delete(who)
      if (resting?.size === 0) this.#resting.delete(key)
    }
    this.#rests.delete(who)
  }
}
