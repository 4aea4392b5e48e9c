import { at, list, type View } from '@sitrep/status'
import { type Keeper, Reader, Slot } from './graph.ts'

/**
 * Finds those who should be looked at before others: where many who have said nothing yet read one that has said nothing either, all of them
 * would be looked at again for what it says. One that is reported with conditions has been judged and will hardly say anything else: it waits
 * for its turn, which would come a second time otherwise, for what those say whom it reads. So does one that is read for what nobody decides.
 */
export class Leaders {
  readonly #woken: readonly Set<Keeper>[]
  readonly #readSilent: Set<Keeper> = new Set()
  /** Through these nobody saw a difference when one that was looked at before others had spoken. */
  readonly #inVain: Set<View<unknown>> = new Set()

  /** Those who are going to be looked at, by rank. */
  constructor(woken: readonly Set<Keeper>[]) {
    this.#woken = woken
  }

  /** Lets those go before others, taken from those who are going to be looked at, whom this one has read in its first look as the second to do so. */
  goBefore(keeper: Keeper, look: (leader: Keeper) => void): void {
    for (const read of keeper.reads) {
      if (!(read instanceof Reader) || !(read.target instanceof Slot) || this.#inVain.has(read.view)) continue
      const leader = read.target.keeper
      if (leader?.silent !== true || leader.rank <= keeper.rank || isJudged(leader)) continue
      if (!this.#readSilent.has(leader)) this.#readSilent.add(leader)
      else if (this.#woken[leader.rank]?.delete(leader)) {
        look(leader)
        if (!leader.silent && this.#woken[keeper.rank]?.has(keeper) !== true) this.#inVain.add(read.view)
      }
    }
  }
}

// Who made an object often says in its status how far it has come, without a judgement.
const isJudged = ({ slot: { reported, table } }: Keeper): boolean =>
  table.lists.some(({ path }) => list(at(reported, ...path)).length > 0)
