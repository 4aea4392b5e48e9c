import { CollectionMap } from './collection-map.ts'
import { type Collection, compareNamespaces, type ObjectKey } from './object-key.ts'
import { withChanges } from './sorted-objects.ts'
import type { StoredObject } from './stored-object.ts'

/** The objects of one namespace of one collection. */
interface Shelf {
  readonly objects: Map<string, StoredObject>
  /** As they were when somebody asked for them in their order, and the names of those that have changed since. */
  sorted: readonly StoredObject[] | undefined
  readonly changed: Set<string>
}

/** From this share on it is cheaper to sort all of them. */
const manyChanged = 1 / 4

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
      return shelf === undefined ? [] : sortedObjects(shelf, namespace)
    }
    const [only, second] = shelves
    if (only !== undefined && second === undefined) return sortedObjects(only[1], only[0])
    return [...shelves]
      .sort(([a], [b]) => compareNamespaces(a, b))
      .flatMap(([name, shelf]) => sortedObjects(shelf, name))
  }

  collections(cluster: string): Collection[] {
    return [...this.#cabinets.values()]
      .map(({ collection }) => collection)
      .filter((collection) => collection.cluster === cluster)
  }

  clusters(): string[] {
    return [...new Set([...this.#cabinets.values()].map(({ collection }) => collection.cluster))].sort()
  }

  set(object: StoredObject): void {
    const shelf = this.#shelfFor(object.key)
    shelf.objects.set(object.key.name, object)
    noteChanged(shelf, object.key.name)
  }

  delete(key: ObjectKey): void {
    const cabinet = this.#cabinets.get(key)
    const shelf = cabinet?.shelves.get(key.namespace)
    if (cabinet === undefined || shelf === undefined) return
    shelf.objects.delete(key.name)
    noteChanged(shelf, key.name)
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
      shelf = { objects: new Map(), sorted: undefined, changed: new Set() }
      cabinet.shelves.set(key.namespace, shelf)
    }
    return shelf
  }
}

function noteChanged(shelf: Shelf, name: string): void {
  if (shelf.sorted === undefined) return
  shelf.changed.add(name)
  if (shelf.changed.size <= shelf.sorted.length * manyChanged) return
  shelf.sorted = undefined
  shelf.changed.clear()
}

function sortedObjects(shelf: Shelf, namespace: string): readonly StoredObject[] {
  const { objects, sorted, changed } = shelf
  shelf.sorted =
    sorted === undefined
      ? [...objects.keys()].sort().map((name) => objects.get(name) as StoredObject)
      : withChanges(
          sorted,
          Array.from(changed, (name) => ({ key: { namespace, name }, to: objects.get(name) })),
        )
  changed.clear()
  return shelf.sorted
}
