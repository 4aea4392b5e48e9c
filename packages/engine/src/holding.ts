import type { Keeper } from './graph.ts'
import type { KindTable } from './kind-table.ts'
import { notFed, type Untold, type WorldTables } from './world-tables.ts'

/** So many of a kind are looked at as they come, so that what they ask for is read at the same time. */
const lookedAtFirst = 64

/** Behind them one of so many is: neighbours in a list mostly ask for the same. */
const oneOf = 16

/** Those of one kind that were put off. */
interface PutOff {
  readonly keepers: Set<Keeper>
  /** How many have come. */
  come: number
}

/**
 * Statuses that wait until somebody has said whether what they read can be read. One that waits is looked at when all of that has been said;
 * one that nobody has looked at yet waits for the rest of its kind, and for what others of its kind wait for.
 */
export class Holding {
  readonly #tables: WorldTables
  readonly #putsOff: boolean
  /** Whose pass waits, and for what. */
  readonly #held: Map<Keeper, readonly Untold[]> = new Map()
  readonly #putOff: Map<KindTable, PutOff> = new Map()
  /** The kinds that those of a kind wait for who have been looked at. */
  readonly #kindsAwaited: Map<KindTable, Set<KindTable>> = new Map()

  /** Whoever hands in objects before their kind is read says later that it is: only then can they be put off. */
  constructor(tables: WorldTables, { putsOff }: { readonly putsOff: boolean }) {
    this.#tables = tables
    this.#putsOff = putsOff
  }

  /** Whether looking would be in vain. */
  waits(keeper: Keeper): boolean {
    const untold = this.#held.get(keeper)
    if (untold !== undefined) return untold.some((each) => this.#tables.isUntold(each))
    // Whoever has read anything was looked at before.
    return this.#putsOff && keeper.reads.length === 0 && this.#putsOffNow(keeper)
  }

  /** Whether nobody has looked at it yet, because its kind is still being read. */
  isPutOff(keeper: Keeper): boolean {
    return this.#putOff.get(keeper.slot.table as KindTable)?.keepers.has(keeper) === true
  }

  /** A pass of it has found what nobody has said yet. */
  hold(keeper: Keeper, untold: readonly Untold[]): void {
    this.#held.set(keeper, untold)
    const own = keeper.slot.table as KindTable
    for (const { table, bucket, slot } of untold) {
      const isWhole = table.knowledge.narrow === undefined && bucket?.narrow === undefined
      if (isWhole && slot?.awaited !== true && table.cluster === own.cluster) this.#note(own, table)
    }
  }

  /** It waits no longer: it was looked at with everything said, or is gone. */
  release(keeper: Keeper): void {
    this.#held.delete(keeper)
    this.#putOff.get(keeper.slot.table as KindTable)?.keepers.delete(keeper)
  }

  /** Takes out those who were put off and may be looked at now. */
  takeReady(): readonly Keeper[] {
    const ready: Keeper[] = []
    for (const [table, { keepers }] of this.#putOff) {
      if (this.#isEarly(table)) continue
      this.#putOff.delete(table)
      for (const keeper of keepers) ready.push(keeper)
    }
    return ready
  }

  #note(own: KindTable, awaited: KindTable): void {
    const known = this.#kindsAwaited.get(own)
    if (known === undefined) this.#kindsAwaited.set(own, new Set([awaited]))
    else known.add(awaited)
  }

  #putsOffNow(keeper: Keeper): boolean {
    const table = keeper.slot.table as KindTable
    if (!this.#isEarly(table)) return false
    const known = this.#putOff.get(table) ?? { keepers: new Set(), come: 0 }
    if (known.keepers.has(keeper)) return true
    this.#putOff.set(table, known)
    known.come++
    if (known.come <= lookedAtFirst || known.come % oneOf === 0) return false
    known.keepers.add(keeper)
    return true
  }

  #isEarly(table: KindTable): boolean {
    // What passes yield is nobody's to read.
    if (table.knowledge.derived) return false
    if (this.#tables.feedOf(table) === notFed) return true
    const awaited = this.#kindsAwaited.get(table)
    if (awaited === undefined) return false
    for (const each of awaited)
      if (this.#tables.feedOf(each) === notFed) return true
      else awaited.delete(each)
    this.#kindsAwaited.delete(table)
    return false
  }
}
