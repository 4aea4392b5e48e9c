import type { Slices } from '../schema/slices.ts'
import type { StoredObject } from './stored-object.ts'

/** Reading and writing so many bytes of objects takes some milliseconds; others have their turn behind them. */
const sliceBytes = 256 * 1024
/** What an object costs however small it is. */
const leastBytes = 256

/** What becomes of each slice of many: of as many as take some milliseconds to read, and of one at least. */
export function* bySlices<Item, Result>(
  items: Iterable<Item>,
  bytesOf: (item: Item) => number,
  work: (slice: readonly Item[]) => Result,
): Generator<Result, void, void> {
  let slice: Item[] = []
  let bytes = 0
  for (const item of items) {
    slice.push(item)
    bytes += leastBytes + bytesOf(item)
    if (bytes < sliceBytes) continue
    yield work(slice)
    slice = []
    bytes = 0
  }
  if (slice.length > 0) yield work(slice)
}

/** How large an object is. */
export const storedBytes = ({ bytes }: StoredObject): number => bytes.length

/** What becomes of each slice of objects. */
export const byObjectSlices = <Result>(
  objects: readonly StoredObject[],
  work: (slice: readonly StoredObject[]) => Result,
): Generator<Result, void, void> => bySlices(objects, storedBytes, work)

/** As `byObjectSlices`, for whoever wants all of it: stops between two slices. */
export function* inObjectSlices<Result>(
  objects: readonly StoredObject[],
  work: (slice: readonly StoredObject[]) => Result,
): Slices<readonly Result[]> {
  const results: Result[] = []
  for (const result of byObjectSlices(objects, work)) {
    if (results.length > 0) yield
    results.push(result)
  }
  return results
}
