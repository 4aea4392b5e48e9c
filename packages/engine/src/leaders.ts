import { type Keeper, Reader, Slot } from './graph.ts'

/**
 * Finds those who should be looked at before others: where many who have said nothing yet read one that has said nothing either, all of them
 * would be looked at again for what it says.
 */
export class Leaders {
  readonly #woken: readonly Set<Keeper>[]
  readonly #readSilent: Set<Keeper> = new Set()

  /** Those who are going to be looked at, by rank. */
  constructor(woken: readonly Set<Keeper>[]) {
    this.#woken = woken
  }

  /** One who is looked at now; then, taken from those who are going to be, whom it has read as the second one to do so. */
  *with(keeper: Keeper): Generator<Keeper, void, void> {
    const { silent } = keeper
    yield keeper
    if (!silent) return
    for (const read of keeper.reads) {
      const leader = read instanceof Reader && read.target instanceof Slot ? read.target.keeper : undefined
      if (leader?.silent !== true || leader.rank <= keeper.rank) continue
      if (!this.#readSilent.has(leader)) this.#readSilent.add(leader)
      else if (this.#woken[leader.rank]?.delete(leader)) yield leader
    }
  }
}
