import { compareNamespaces, compareText, type ObjectKey } from './object-key.ts'
import type { StoredObject } from './stored-object.ts'

/** Where an object of a collection lies. */
export type Place = Pick<ObjectKey, 'namespace' | 'name'>

/** What became of an object: another state of it, or nothing. */
export interface Changed {
  readonly key: Place
  readonly to: StoredObject | undefined
}

/** The order in which lists and continue tokens walk through a collection. */
export function comparePlaces(a: Place, b: Place): number {
  const order = a.namespace === b.namespace ? 0 : compareNamespaces(a.namespace, b.namespace)
  return order || compareText(a.name, b.name)
}

/** Where the first object stands that is not before the one that is asked for: at the end, where there is none. */
export function firstPlace(
  objects: readonly StoredObject[],
  isBefore: (key: ObjectKey) => boolean,
  from = 0,
): number {
  let [low, high] = [from, objects.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore((objects[middle] as StoredObject).key)) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * A sorted list with some of its objects changed, gone or new; the last change of an object counts. It is sorted again by a search for each change and
 * by copying the rest: whoever reads a large collection page by page while it is written to pays for the writes, not for the collection.
 */
export function withChanges(
  objects: readonly StoredObject[],
  changes: readonly Changed[],
): readonly StoredObject[] {
  if (changes.length === 0) return objects
  const next: StoredObject[] = []
  let from = 0
  for (const { key, to } of lastOfEach(changes)) {
    const place = firstPlace(objects, (other) => comparePlaces(other, key) < 0, from)
    for (; from < place; from++) next.push(objects[from] as StoredObject)
    const there = objects[place]
    if (there !== undefined && comparePlaces(there.key, key) === 0) from++
    if (to !== undefined) next.push(to)
  }
  for (; from < objects.length; from++) next.push(objects[from] as StoredObject)
  return next
}

/** In order of their places. */
function lastOfEach(changes: readonly Changed[]): readonly Changed[] {
  // What is equal stays in the order in which it came.
  const sorted = changes.toSorted((a, b) => comparePlaces(a.key, b.key))
  return sorted.filter(({ key }, at) => {
    const behind = sorted[at + 1]
    return behind === undefined || comparePlaces(key, behind.key) !== 0
  })
}
