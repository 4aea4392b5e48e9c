import type { Engine } from '@sitrep/engine'

/** So many statuses that time alone changes are looked at in one turn: news wait for no more than some ten milliseconds. */
export const dueInTurn = 8

/**
 * Whether the next turn is for what time alone changes, or for what has arrived. They take turns, so that neither waits for the other to come to
 * an end: thousands may be due at one moment, and news may come all the time.
 */
export class DueTurns {
  readonly #engine: Pick<Engine, 'nextCheckAt'>
  #last = false

  constructor(engine: Pick<Engine, 'nextCheckAt'>) {
    this.#engine = engine
  }

  isDue(now: number): boolean {
    const { nextCheckAt } = this.#engine
    return nextCheckAt !== undefined && Date.parse(nextCheckAt) <= now
  }

  /** Asked once for every turn. */
  takes(now: number, arrived: { readonly length: number }): boolean {
    this.#last = this.isDue(now) && (arrived.length === 0 || !this.#last)
    return this.#last
  }
}
