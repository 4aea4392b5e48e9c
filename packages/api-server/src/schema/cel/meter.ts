import { CostExceededError } from './cel-error.ts'
import { type CelValue, sizeOf } from './values.ts'

/**
 * Counts what an evaluation costs, in the units of cel-go, and stops it at a limit. Steps are counted, not time, so the
 * same expression on the same object always ends the same way.
 */
export class Meter {
  readonly #limit: number
  #spent = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  get spent(): number {
    return this.#spent
  }

  spend(cost: number): void {
    this.#spent += cost
    if (this.#spent > this.#limit) throw new CostExceededError()
  }
}

/** What it costs to go through a text or a list once. */
export function traversal(size: number): number {
  return Math.ceil(size * 0.1)
}

/** What a call costs that goes through its first argument once. */
export const traversalOfFirst = (values: readonly CelValue[]): number =>
  traversal(sizeOf(values[0] as CelValue))

/** What it costs to match a text against a regular expression. */
export function matching(text: number, pattern: number): number {
  return Math.ceil((1 + text) * 0.1) * Math.ceil(pattern * 0.25)
}
