import type { Collection, ObjectKey } from './object-key.ts'

/** Something for each collection. Looked up part by part: one text of all parts would have to be made each time. */
export class CollectionMap<Value> {
  readonly #clusters = new Map<string, Map<string, Value>>()

  get({ cluster, resource }: Collection): Value | undefined {
    return this.#clusters.get(cluster)?.get(resource)
  }

  set({ cluster, resource }: Collection, value: Value): void {
    const resources = this.#clusters.get(cluster) ?? new Map<string, Value>()
    this.#clusters.set(cluster, resources)
    resources.set(resource, value)
  }

  delete({ cluster, resource }: Collection): void {
    const resources = this.#clusters.get(cluster)
    if (resources?.delete(resource) === true && resources.size === 0) this.#clusters.delete(cluster)
  }

  get empty(): boolean {
    return this.#clusters.size === 0
  }

  *values(): IterableIterator<Value> {
    for (const resources of this.#clusters.values()) yield* resources.values()
  }
}

/** Something for each object, as `CollectionMap` has it for collections. */
export class KeyMap<Value> {
  #namespaces = new CollectionMap<Map<string, Map<string, Value>>>()

  get(key: ObjectKey): Value | undefined {
    return this.#namespaces.get(key)?.get(key.namespace)?.get(key.name)
  }

  set(key: ObjectKey, value: Value): void {
    const namespaces = this.#namespaces.get(key) ?? new Map<string, Map<string, Value>>()
    const names = namespaces.get(key.namespace) ?? new Map<string, Value>()
    if (names.size === 0) this.#namespaces.set(key, namespaces.set(key.namespace, names))
    names.set(key.name, value)
  }

  delete(key: ObjectKey): void {
    const namespaces = this.#namespaces.get(key)
    const names = namespaces?.get(key.namespace)
    if (names?.delete(key.name) !== true || names.size > 0) return
    namespaces?.delete(key.namespace)
    if (namespaces?.size === 0) this.#namespaces.delete(key)
  }

  clear(): void {
    this.#namespaces = new CollectionMap()
  }
}
