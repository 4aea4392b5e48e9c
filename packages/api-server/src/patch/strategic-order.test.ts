import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { sortByPlace } from './strategic-order.ts'

/** The sort that Kubernetes does, step by step. */
function insertionSort(places: readonly number[]): number[] {
  const sorted: number[] = []
  const goesBefore = (place: number, other: number): boolean => place < 0 || other < 0 || place < other
  for (const item of places.keys()) {
    let at = sorted.length
    while (at > 0 && goesBefore(places[item] ?? -1, places[sorted[at - 1] ?? 0] ?? -1)) at--
    sorted.splice(at, 0, item)
  }
  return sorted
}

describe('The order of merged items', () => {
  it('is that of an insertion sort, items without a place included', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -2, max: 6 }), { maxLength: 12 }), (places) => {
        const sorted = sortByPlace([...places.keys()], (item) => places[item as number] ?? -1)
        assert.deepEqual(sorted, insertionSort(places))
      }),
    )
  })
})
