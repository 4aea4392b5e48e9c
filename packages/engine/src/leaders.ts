import { type Keeper, Reader, Slot } from './graph.ts'

/**
 * Finds those who should be looked at before others: where many who are looked at for the first time read one that has not been looked at
 * either, all of them would be looked at again for what it says.
 */
export class Leaders {
  readonly #readUnseen: Set<Keeper> = new Set()

  /** Those of a higher rank that this one has read, as the second one to do so, before anybody looked at them. */
  readBy({ reads, rank }: Keeper): readonly Keeper[] {
    const found: Keeper[] = []
    for (const read of reads) {
      const leader = read instanceof Reader && read.target instanceof Slot ? read.target.keeper : undefined
      if (leader === undefined || leader.reads.length > 0 || leader.rank <= rank) continue
      if (this.#readUnseen.has(leader)) found.push(leader)
      else this.#readUnseen.add(leader)
    }
    return found
  }
}
