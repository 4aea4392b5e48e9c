import type { StoreEvent } from './store.ts'

/** Events in order of revision: added at the end, dropped from the front. */
export class EventQueue {
  #events: StoreEvent[] = []
  #dropped = 0

  get length(): number {
    return this.#events.length - this.#dropped
  }

  get oldest(): StoreEvent | undefined {
    return this.#events[this.#dropped]
  }

  push(event: StoreEvent): void {
    this.#events.push(event)
  }

  dropOldest(): void {
    this.#dropped += 1
    // Dropping one by one from the front of an array costs its whole length each time; so it is done in bulk.
    if (this.#dropped >= 1024 && this.#dropped * 2 >= this.#events.length) {
      this.#events = this.#events.slice(this.#dropped)
      this.#dropped = 0
    }
  }

  /** The events with a later revision, oldest first. */
  after(revision: number): readonly StoreEvent[] {
    let low = this.#dropped
    let high = this.#events.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const event = this.#events[middle]
      if (event !== undefined && event.revision <= revision) low = middle + 1
      else high = middle
    }
    return this.#events.slice(low)
  }
}
