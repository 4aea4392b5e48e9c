/** Something that time alone will change at an instant: milliseconds since the epoch, infinite when nothing will. */
export interface Rechecked {
  recheckAt: number
}

/**
 * What time alone will change, earliest first. Very many wait for one instant, such as all Machines of a cluster for its next probe, so they stand in a
 * list under it. An entry counts only while whoever it is about still says the same instant.
 */
export class Agenda<Item extends Rechecked> {
  readonly #waiting: Map<number, Item[]> = new Map()
  /** The instants, the earliest at the top of a heap. */
  readonly #heap: number[] = []

  add(item: Item): void {
    const at = item.recheckAt
    if (at === Number.POSITIVE_INFINITY) return
    const waiting = this.#waiting.get(at)
    if (waiting !== undefined) {
      waiting.push(item)
      return
    }
    this.#waiting.set(at, [item])
    this.#heap.push(at)
    this.#rise(this.#heap.length - 1)
  }

  /** The earliest instant that still counts, in milliseconds. */
  get next(): number | undefined {
    for (;;) {
      const [at] = this.#heap
      if (at === undefined) return undefined
      const waiting = this.#waiting.get(at) ?? []
      while (waiting.length > 0 && waiting.at(-1)?.recheckAt !== at) waiting.pop()
      if (waiting.length > 0) return at
      this.#takeFirst()
    }
  }

  /** Takes out everything that is due. */
  due(now: number): Item[] {
    const items: Item[] = []
    for (let at = this.next; at !== undefined && at <= now; at = this.next) {
      for (const item of this.#takeFirst()) {
        if (item.recheckAt !== at) continue
        item.recheckAt = Number.POSITIVE_INFINITY
        items.push(item)
      }
    }
    return items
  }

  #takeFirst(): readonly Item[] {
    const at = this.#at(0)
    const waiting = this.#waiting.get(at) ?? []
    this.#waiting.delete(at)
    const last = this.#heap.pop()
    if (last !== undefined && this.#heap.length > 0) {
      this.#heap[0] = last
      this.#sink(0)
    }
    return waiting
  }

  #rise(start: number): void {
    let at = start
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!this.#swapIfLater(parent, at)) return
      at = parent
    }
  }

  #sink(start: number): void {
    let at = start
    for (;;) {
      const left = 2 * at + 1
      const right = left + 1
      const smaller = this.#at(right) < this.#at(left) ? right : left
      if (left >= this.#heap.length || !this.#swapIfLater(at, smaller)) return
      at = smaller
    }
  }

  #at(index: number): number {
    return this.#heap[index] ?? Number.POSITIVE_INFINITY
  }

  #swapIfLater(upper: number, lower: number): boolean {
    const [above, below] = [this.#at(upper), this.#at(lower)]
    if (above <= below) return false
    this.#heap[upper] = below
    this.#heap[lower] = above
    return true
  }
}
