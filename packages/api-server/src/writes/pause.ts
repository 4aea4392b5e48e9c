import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Slices } from '../schema/slices.ts'

/** Objects of more bytes than this are worked on in pieces: each step of a write goes through all of them. */
const largeBytes = 64 * 1024

/** Whether work on so many bytes is done in pieces. */
export const isLarge = (bytes: number): boolean => bytes > largeBytes

/**
 * Lets others have their turn between two steps of work on something large. `undefined` for anything else, so that small
 * writes are decided in one go.
 */
export function pauseFor(bytes: number): Promise<void> | undefined {
  return isLarge(bytes) ? nextTurn() : undefined
}

/** Does work that stops now and then, others having their turn where it does; at once, where it does not stop. */
export function inSlices<Result>(work: Slices<Result>): Result | Promise<Result> {
  const first = work.next()
  return first.done === true ? first.value : goOn(work)
}

async function goOn<Result>(work: Slices<Result>): Promise<Result> {
  for (;;) {
    await nextTurn()
    const slice = work.next()
    if (slice.done === true) return slice.value
  }
}

/** So many writes, or writes to objects of so many bytes, are decided in one go. */
const batch = { writes: 100, bytes: 4 * largeBytes } as const

/** Does something with each of very many, some at a time, others having their turn in between. */
export async function inBatches<Item>(
  items: Iterable<Item>,
  bytesOf: (item: Item) => number,
  work: (item: Item) => unknown,
): Promise<void> {
  let underWay: Promise<unknown>[] = []
  let bytes = 0
  for (const item of items) {
    underWay.push((async () => work(item))())
    bytes += bytesOf(item)
    if (underWay.length < batch.writes && bytes < batch.bytes) continue
    await Promise.all(underWay)
    await nextTurn()
    underWay = []
    bytes = 0
  }
  await Promise.all(underWay)
}
