import type { Keeper } from './graph.ts'

interface Entry {
  readonly at: number
  readonly keeper: Keeper
}

/** Which statuses time alone will change, earliest first. An entry counts only while its keeper still says the same instant. */
export class Agenda {
  #heap: Entry[] = []

  add(keeper: Keeper): void {
    if (keeper.recheckAt === Number.POSITIVE_INFINITY) return
    this.#heap.push({ at: keeper.recheckAt, keeper })
    this.#rise(this.#heap.length - 1)
  }

  /** The earliest instant that still counts, in milliseconds. */
  get next(): number | undefined {
    for (;;) {
      const first = this.#heap[0]
      if (first === undefined) return undefined
      if (first.keeper.recheckAt === first.at) return first.at
      this.#takeFirst()
    }
  }

  /** Takes out every keeper that is due. */
  due(now: number): Keeper[] {
    const keepers: Keeper[] = []
    for (let at = this.next; at !== undefined && at <= now; at = this.next) {
      const entry = this.#takeFirst()
      if (entry === undefined) break
      entry.keeper.recheckAt = Number.POSITIVE_INFINITY
      keepers.push(entry.keeper)
    }
    return keepers
  }

  #takeFirst(): Entry | undefined {
    const first = this.#heap[0]
    const last = this.#heap.pop()
    if (last !== undefined && this.#heap.length > 0) {
      this.#heap[0] = last
      this.#sink(0)
    }
    return first
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
    return this.#heap[index]?.at ?? Number.POSITIVE_INFINITY
  }

  #swapIfLater(upper: number, lower: number): boolean {
    const above = this.#heap[upper]
    const below = this.#heap[lower]
    if (above === undefined || below === undefined || above.at <= below.at) return false
    this.#heap[upper] = below
    this.#heap[lower] = above
    return true
  }
}
