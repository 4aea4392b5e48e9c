import { collectionId } from './object-key.ts'
import type { StoreEvent, StoreListener } from './store.ts'

/** Who wants to hear of which collection. Listeners are called in the order they came. */
export class Subscriptions {
  readonly #all = new Set<StoreListener>()
  readonly #byCollection = new Map<string, Set<StoreListener>>()

  add(id: string, listener: StoreListener): () => void {
    const listeners = this.#byCollection.get(id) ?? new Set()
    this.#byCollection.set(id, listeners)
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#byCollection.get(id) === listeners) this.#byCollection.delete(id)
    }
  }

  addForAll(listener: StoreListener): () => void {
    this.#all.add(listener)
    return () => this.#all.delete(listener)
  }

  publish(events: readonly StoreEvent[]): void {
    for (const listener of [...this.#all]) listener(events)
    if (this.#byCollection.size === 0) return
    for (const [id, own] of Map.groupBy(events, ({ key }) => collectionId(key))) {
      for (const listener of [...(this.#byCollection.get(id) ?? [])]) listener(own)
    }
  }
}
