import { CollectionMap } from './collection-map.ts'
import { type Collection, collectionId } from './object-key.ts'
import type { StoreEvent, StoreListener } from './store.ts'

/** Who wants to hear of which collection. Listeners are called in the order they came. */
export class Subscriptions {
  readonly #all = new Set<StoreListener>()
  readonly #byCluster = new Map<string, Set<StoreListener>>()
  readonly #byCollection = new CollectionMap<Set<StoreListener>>()

  add(collection: Collection, listener: StoreListener): () => void {
    const listeners = this.#byCollection.get(collection) ?? new Set()
    this.#byCollection.set(collection, listeners)
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#byCollection.get(collection) === listeners)
        this.#byCollection.delete(collection)
    }
  }

  addForAll(listener: StoreListener): () => void {
    this.#all.add(listener)
    return () => this.#all.delete(listener)
  }

  addForCluster(cluster: string, listener: StoreListener): () => void {
    const listeners = this.#byCluster.get(cluster) ?? new Set()
    this.#byCluster.set(cluster, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#byCluster.get(cluster) === listeners) this.#byCluster.delete(cluster)
    }
  }

  publish(events: readonly StoreEvent[]): void {
    for (const listener of [...this.#all]) listener(events)
    if (this.#byCluster.size > 0)
      for (const [cluster, own] of Map.groupBy(events, ({ key }) => key.cluster))
        for (const listener of [...(this.#byCluster.get(cluster) ?? [])]) listener(own)
    if (this.#byCollection.empty) return
    for (const own of Map.groupBy(events, ({ key }) => collectionId(key)).values()) {
      const [first] = own
      const listeners = first === undefined ? undefined : this.#byCollection.get(first.key)
      for (const listener of [...(listeners ?? [])]) listener(own)
    }
  }
}
