import { at, list } from '@sitrep/status'
import { type Keeper, Reader, Slot } from './graph.ts'

const none: readonly Keeper[] = Object.freeze([])

/**
 * Finds those who should be looked at before others: where many who have said nothing yet read one that has said nothing either, all of them
 * would be looked at again for what it says. One that is reported with conditions has been judged and will hardly say anything else: it waits
 * for its turn, which would come a second time otherwise, for what those say whom it reads.
 */
export class Leaders {
  readonly #woken: readonly Set<Keeper>[]
  readonly #readSilent: Set<Keeper> = new Set()

  /** Those who are going to be looked at, by rank. */
  constructor(woken: readonly Set<Keeper>[]) {
    this.#woken = woken
  }

  /** Of one who has just been looked at for the first time: taken from those who are going to be, whom it has read as the second one to do so. */
  readBy({ reads, rank }: Keeper): readonly Keeper[] {
    let found: Keeper[] | undefined
    for (const read of reads) {
      const leader = read instanceof Reader && read.target instanceof Slot ? read.target.keeper : undefined
      if (leader?.silent !== true || leader.rank <= rank || isJudged(leader)) continue
      if (!this.#readSilent.has(leader)) this.#readSilent.add(leader)
      else if (this.#woken[leader.rank]?.delete(leader)) {
        found ??= []
        found.push(leader)
      }
    }
    return found ?? none
  }
}

// Who made an object often says in its status how far it has come, without a judgement.
const isJudged = ({ slot: { reported, table } }: Keeper): boolean =>
  table.lists.some(({ path }) => list(at(reported, ...path)).length > 0)
