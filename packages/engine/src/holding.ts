import { type Bucket, type Keeper, Slot } from './graph.ts'
import type { KindTable } from './kind-table.ts'
import { notFed, type Untold, type WorldTables } from './world-tables.ts'

/** So many of a kind are looked at as they come, so that what they ask for is read at the same time. */
const lookedAtFirst = 64

/** Behind them one of so many is: neighbours in a list mostly ask for the same. */
const oneOf = 16

/** So many of a kind are looked at again for whatever they wait for: one answer often leads to the next question. */
const goAhead = 8

/** Those of one kind that were put off. */
interface PutOff {
  readonly keepers: Set<Keeper>
  /** Those who find out for all others what is to be read. */
  readonly scouts: Set<Keeper>
  /** How many have come. */
  come: number
}

/** A kind of which nothing has to be waited for any longer, and those of it that nobody has looked at. */
export interface ReadyKind {
  readonly table: KindTable
  readonly keepers: ReadonlySet<Keeper>
}

/**
 * Statuses that wait until somebody has said whether what they read can be read. One that waits is looked at when all of that has been said, a
 * few of each kind whenever some of it has; one that nobody has looked at yet waits for the rest of its kind, and of all kinds that the first of
 * its kind read, and those in turn: kinds that read each other are judged together, each object once.
 */
export class Holding {
  readonly #tables: WorldTables
  readonly #putsOff: boolean
  /** Whose pass waits, and for what. */
  readonly #held: Map<Keeper, readonly Untold[]> = new Map()
  readonly #putOff: Map<KindTable, PutOff> = new Map()
  /** The kinds that those of a kind read who have been looked at in vain. */
  readonly #reads: Map<KindTable, Set<KindTable>> = new Map()
  /** Counts up with what is known of that. */
  #found = 0
  /** Which kinds are early, and what had been told by then: thousands of a kind ask the same. */
  readonly #early: WeakMap<KindTable, { readonly early: boolean; readonly told: number }> = new WeakMap()

  /** Whoever hands in objects before their kind is read says later that it is: only then can they be put off. */
  constructor(tables: WorldTables, { putsOff }: { readonly putsOff: boolean }) {
    this.#tables = tables
    this.#putsOff = putsOff
  }

  /** How many of those who have been looked at wait. */
  get size(): number {
    return this.#held.size
  }

  /** Whether looking would be in vain. */
  waits(keeper: Keeper): boolean {
    const untold = this.#held.get(keeper)
    if (untold !== undefined) {
      const isOpen = (each: Untold): boolean => this.#tables.isUntold(each) || isPutOffFor(keeper, each.table)
      return this.#isScout(keeper) ? untold.every(isOpen) : untold.some(isOpen)
    }
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
    const known = this.#reads.get(own) ?? new Set()
    const before = known.size
    for (const { target } of keeper.reads.flat())
      if (isFedWhole(target, own)) known.add(target.table as KindTable)
    if (known.size > before) this.#found++
    this.#reads.set(own, known)
  }

  /** It waits no longer: it was looked at with everything said, or is gone. */
  release(keeper: Keeper): void {
    this.#held.delete(keeper)
    const putOff = this.#putOff.get(keeper.slot.table as KindTable)
    putOff?.keepers.delete(keeper)
    putOff?.scouts.delete(keeper)
  }

  /** Takes out the kinds whose objects were put off and may be looked at now; who waited for one of them may be, too. */
  takeReady(): readonly ReadyKind[] {
    const ready: ReadyKind[] = []
    for (const [table, { keepers }] of this.#putOff) {
      if (this.#isEarly(table)) continue
      this.#putOff.delete(table)
      table.putOff = false
      ready.push({ table, keepers })
    }
    return ready
  }

  #isScout(keeper: Keeper): boolean {
    return this.#putOff.get(keeper.slot.table as KindTable)?.scouts.has(keeper) === true
  }

  #putsOffNow(keeper: Keeper): boolean {
    const table = keeper.slot.table as KindTable
    if (!this.#isEarly(table)) return false
    const known = this.#putOff.get(table) ?? { keepers: new Set(), scouts: new Set(), come: 0 }
    if (known.keepers.has(keeper)) return true
    this.#putOff.set(table, known)
    known.come++
    if (known.come <= goAhead) known.scouts.add(keeper)
    if (known.come <= lookedAtFirst || known.come % oneOf === 0) return false
    known.keepers.add(keeper)
    table.putOff = true
    return true
  }

  #isEarly(table: KindTable): boolean {
    // What passes yield is nobody's to read.
    if (table.knowledge.derived) return false
    const told = this.#tables.toldRevision + this.#tables.demandRevision + this.#found
    const known = this.#early.get(table)
    if (known?.told === told) return known.early
    const early = this.#restsOnUnfed(table)
    this.#early.set(table, { early, told })
    return early
  }

  // A Set that grows while it is gone through: all that a kind rests on, over whatever is in between.
  #restsOnUnfed(table: KindTable): boolean {
    const under = new Set([table])
    for (const each of under) {
      if (this.#tables.feedOf(each) === notFed) return true
      // What nobody asks for any more will never be told.
      for (const read of this.#reads.get(each) ?? []) if (read.demanded) under.add(read)
    }
    return false
  }
}

// Only of what is fed as a whole can it be said that it is still being read; and other clusters go at their own pace.
function isFedWhole(target: Slot | Bucket, own: KindTable): boolean {
  const { cluster, knowledge } = target.table
  if (cluster !== own.cluster || knowledge.derived || knowledge.narrow !== undefined) return false
  return target instanceof Slot || target.narrow === undefined
}

/** Whether a status waits for objects of a kind because they were put off. Only for kinds below its own: two would wait for each other. */
export const isPutOffFor = ({ slot }: Keeper, { putOff, knowledge }: KindTable): boolean =>
  putOff && knowledge.rank < slot.table.knowledge.rank
