import { CollectionMap } from './collection-map.ts'
import { type Collection, compareNamespaces, compareText, type ObjectKey } from './object-key.ts'
import type { StoredObject } from './stored-object.ts'

/** The objects of one namespace of one collection, with their sorted order kept until a name comes or goes. */
interface Shelf {
  readonly objects: Map<string, StoredObject>
  sorted: readonly StoredObject[] | undefined
}

interface Cabinet {
  readonly collection: Collection
  readonly shelves: Map<string, Shelf>
}

/** The present state of all objects in memory. Knows nothing of history or of disks. */
export class ObjectTable {
  readonly #cabinets = new CollectionMap<Cabinet>()

  get(key: ObjectKey): StoredObject | undefined {
    return this.#cabinets.get(key)?.shelves.get(key.namespace)?.objects.get(key.name)
  }

  /** Sorted by namespace and name. */
  list(collection: Collection, namespace?: string): readonly StoredObject[] {
    const shelves = this.#cabinets.get(collection)?.shelves
    if (shelves === undefined) return []
    if (namespace !== undefined) {
      const shelf = shelves.get(namespace)
      return shelf === undefined ? [] : sortedObjects(shelf)
    }
    const [only, second] = shelves.values()
    if (second === undefined) return only === undefined ? [] : sortedObjects(only)
    return [...shelves]
      .sort(([a], [b]) => compareNamespaces(a, b))
      .flatMap(([, shelf]) => sortedObjects(shelf))
  }

  collections(cluster: string): Collection[] {
    return [...this.#cabinets.values()]
      .map(({ collection }) => collection)
      .filter((collection) => collection.cluster === cluster)
  }

  clusters(): string[] {
    return [...new Set([...this.#cabinets.values()].map(({ collection }) => collection.cluster))].sort(
      compareText,
    )
  }

  set(object: StoredObject): void {
    const shelf = this.#shelfFor(object.key)
    shelf.objects.set(object.key.name, object)
    shelf.sorted = undefined
  }

  delete(key: ObjectKey): void {
    const cabinet = this.#cabinets.get(key)
    const shelf = cabinet?.shelves.get(key.namespace)
    if (cabinet === undefined || shelf === undefined) return
    shelf.objects.delete(key.name)
    shelf.sorted = undefined
    if (shelf.objects.size === 0) cabinet.shelves.delete(key.namespace)
    if (cabinet.shelves.size === 0) this.#cabinets.delete(key)
  }

  #shelfFor(key: ObjectKey): Shelf {
    let cabinet = this.#cabinets.get(key)
    if (cabinet === undefined) {
      cabinet = { collection: { cluster: key.cluster, resource: key.resource }, shelves: new Map() }
      this.#cabinets.set(key, cabinet)
    }
    let shelf = cabinet.shelves.get(key.namespace)
    if (shelf === undefined) {
      shelf = { objects: new Map(), sorted: undefined }
      cabinet.shelves.set(key.namespace, shelf)
    }
    return shelf
  }
}

function sortedObjects(shelf: Shelf): readonly StoredObject[] {
  shelf.sorted ??= [...shelf.objects.values()].sort((a, b) => compareText(a.key.name, b.key.name))
  return shelf.sorted
}
