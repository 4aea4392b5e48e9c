import { tooLarge } from '../errors/api-error.ts'

/** As much as an object of the most values that are read takes with five alternatives for each of them. */
const most = 300_000

/**
 * What checking one object may take, counted in comparisons of a value with something that its schema says. Each of the two
 * is only so large, but what has to be compared is their product, and nobody else has a turn meanwhile.
 */
export class Effort {
  #left = most

  /** Throws a 413 where it has become too much. */
  spend(comparisons: number): void {
    this.#left -= comparisons
    if (this.#left < 0) throw tooLarge(`checking it against its schema takes more than ${most} comparisons`)
  }
}
