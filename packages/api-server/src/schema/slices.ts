/** Work that stops now and then, so that others may have their turn before it goes on. */
export type Slices<Result> = Generator<undefined, Result, void>

/** Does all of it without a stop. */
export function inOneGo<Result>(work: Slices<Result>): Result {
  let slice = work.next()
  while (slice.done !== true) slice = work.next()
  return slice.value
}
