/** A map that forgets what was put in first when there is too much in it. */
export class BoundedMap<Value> {
  readonly #most: number
  readonly #entries: Map<string, Value> = new Map()

  constructor(most: number) {
    this.#most = most
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key)
  }

  set(key: string, value: Value): void {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    if (this.#entries.size <= this.#most) return
    const [first] = this.#entries.keys()
    if (first !== undefined) this.#entries.delete(first)
  }
}
