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

/** So many writes share a sync of the disk. */
const inOneBatch = 100

/** Does something with each of very many, some at a time, others having their turn in between. */
export async function inBatches<Item>(items: readonly Item[], work: (item: Item) => unknown): Promise<void> {
  for (let from = 0; from < items.length; from += inOneBatch) {
    if (from > 0) await nextTurn()
    await Promise.all(items.slice(from, from + inOneBatch).map(work))
  }
}
