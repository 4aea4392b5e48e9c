/** Instants that nobody waits for are left out not one by one. */
const forgottenAtOnce = 64

/** Something that time alone will change at an instant: milliseconds since the epoch, infinite when nothing will. */
export interface Rechecked {
  /** Set by the agenda alone. */
  recheckAt: number
  /** Where it stands among those that wait for the same instant; the agenda's own. */
  place: number
}

/**
 * What time alone will change, earliest first. Very many wait for one instant, such as all Machines of a cluster for its next probe, so they stand in a
 * list under it. Whoever no longer waits is let go of at once: an instant may be a year away, and until then nothing that is gone may be held.
 */
export class Agenda<Item extends Rechecked> {
  readonly #waiting: Map<number, Item[]> = new Map()
  /** The instants, the earliest at the top of a heap; among them some for which nobody waits any more. */
  #heap: number[] = []

  /** How many wait. */
  get size(): number {
    let size = 0
    for (const waiting of this.#waiting.values()) size += waiting.length
    return size
  }

  /** From now on it waits for this instant and no other; for none where it is infinite. */
  set(item: Item, at: number): void {
    if (item.recheckAt === at) return
    this.#leave(item)
    item.recheckAt = at
    if (at === Number.POSITIVE_INFINITY) return
    const waiting = this.#waiting.get(at)
    if (waiting === undefined) this.#begin(at, item)
    else item.place = waiting.push(item) - 1
  }

  /** The earliest instant for which somebody waits, in milliseconds. */
  get next(): number | undefined {
    for (;;) {
      const [at] = this.#heap
      if (at === undefined || this.#waiting.has(at)) return at
      this.#takeFirst()
    }
  }

  /** Takes out what is due, the earliest first, and no more than so many: what is left is due all the same. */
  due(now: number, most: number = Number.POSITIVE_INFINITY): Item[] {
    const items: Item[] = []
    for (let at = this.next; at !== undefined && at <= now && items.length < most; at = this.next) {
      const waiting = this.#waiting.get(at) ?? []
      // The last of a list, so that nobody who stays has another place.
      for (const item of waiting.splice(Math.max(0, waiting.length - (most - items.length)))) {
        item.recheckAt = Number.POSITIVE_INFINITY
        items.push(item)
      }
      if (waiting.length === 0) this.#takeFirst()
    }
    return items
  }

  #begin(at: number, item: Item): void {
    this.#waiting.set(at, [item])
    item.place = 0
    this.#heap.push(at)
    this.#rise(this.#heap.length - 1)
    // A list in order is a heap.
    if (this.#heap.length > 2 * this.#waiting.size + forgottenAtOnce)
      this.#heap = [...this.#waiting.keys()].sort((a, b) => a - b)
  }

  #leave(item: Item): void {
    const waiting = this.#waiting.get(item.recheckAt)
    const last = waiting?.pop()
    if (waiting === undefined || last === undefined) return
    if (last !== item) {
      waiting[item.place] = last
      last.place = item.place
    }
    if (waiting.length === 0) this.#waiting.delete(item.recheckAt)
  }

  #takeFirst(): void {
    this.#waiting.delete(this.#at(0))
    const last = this.#heap.pop()
    if (last !== undefined && this.#heap.length > 0) {
      this.#heap[0] = last
      this.#sink(0)
    }
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
