import type { FleetRow } from '@sitrep/dashboard'
import type { Engine } from '@sitrep/engine'
import { type Family, type KubeObject, managementCluster, type ObjectRef, refKey } from '@sitrep/status'
import { type Heights, heightsIn, holdersOf, type Known } from '../../tree/heights.ts'
import { holdsOf } from '../../trouble/troubles-in.ts'
import { Dependents } from './dependents.ts'
import { byWeight, fleetRow } from './fleet-row.ts'
import { memberKeys, WatchedEngine } from './watched-engine.ts'

/** What a fleet is seen in. */
export interface FleetWorld extends Known {
  /** Knows what follows from what. */
  readonly engine: Engine
  readonly families: readonly Family[]
  /** Whether objects of a kind can: references to others need not be remembered. */
  readonly knownKind: (kind: ObjectRef) => boolean
}

/** A row that is new or says something else, or one that there is no more. */
export type RowChange = { readonly row: FleetRow } | { readonly gone: ObjectRef }

interface KeptRow {
  readonly row: FleetRow
  readonly text: string
  readonly recheckAt: number
  /** It stands below another that tells of it while nothing is wrong with it. */
  readonly hidden: boolean
}

/**
 * The rows of all objects that stand for themselves. Only those are made again of which something changed that they were made from; made
 * all at once from the same world they would be the same.
 */
export class KeptFleet {
  readonly #world: FleetWorld
  readonly #heights: Heights
  readonly #rows: Map<string, KeptRow> = new Map()
  /** What has to be looked at again. */
  readonly #dirty: Map<string, ObjectRef> = new Map()
  /** Rows by what they were made from. */
  readonly #madeFrom: Dependents = new Dependents()
  /** Objects by the one that they stand below, as they say themselves. */
  readonly #heldBy: Dependents = new Dependents()
  /** What objects say stands below them, and by how many that is said of each. */
  readonly #says: Map<string, readonly ObjectRef[]> = new Map()
  readonly #saidOf: Map<string, number> = new Map()
  readonly #refs: Map<string, ObjectRef> = new Map()
  /** Those whose words have to be heard again. */
  readonly #unheard: Set<string> = new Set()

  constructor(world: FleetWorld) {
    this.#world = world
    this.#heights = heightsIn(world.families)
  }

  /** Something about an object changed, or it came, or it is gone; the world has taken that in already. True: a row follows from it. */
  touch(ref: ObjectRef): boolean {
    const key = refKey(ref)
    const before = this.#dirty.size
    const object = this.#world.look(ref)
    // While a world is read for the first time, nothing is made of it yet.
    if (!this.#madeFrom.empty)
      for (const each of [key, ...(object === undefined ? [] : memberKeys(ref, object))])
        this.#spoil(this.#madeFrom.of(each))
    if ((ref.cluster ?? managementCluster) !== managementCluster) return this.#dirty.size > before
    this.#hear(key, ref, object)
    const known = object !== undefined && this.#world.known(ref, object)
    if (!known) this.#spoil(this.#heldBy.of(key))
    if (known || this.#refs.has(key)) this.#dirty.set(key, ref)
    return this.#dirty.size > before
  }

  /** Time has gone on. */
  pass(now: number): void {
    for (const [key, { recheckAt, row }] of this.#rows) if (recheckAt <= now) this.#dirty.set(key, row.ref)
  }

  /** Which kinds there are has changed: everything may stand elsewhere. */
  spoilAll(): void {
    for (const [key, ref] of this.#refs) {
      this.#dirty.set(key, ref)
      this.#unheard.add(key)
    }
  }

  get stale(): number {
    return this.#dirty.size
  }

  /** Makes again what has to be, one step at a time, so that somebody else may have a turn between them. */
  *refresh(now: string): Generator<RowChange | undefined> {
    for (const [key, ref] of this.#dirty) {
      this.#dirty.delete(key)
      const kept = this.#rows.get(key)
      const made = this.#make(key, ref, now)
      if (made === undefined) this.#rows.delete(key)
      else this.#rows.set(key, made)
      yield changeOf(ref, kept, made)
    }
  }

  /** All rows, the worst first. */
  rows(): readonly FleetRow[] {
    return [...this.#rows.values()].flatMap(({ row, hidden }) => (hidden ? [] : [row])).sort(byWeight)
  }

  #make(key: string, ref: ObjectRef, now: string): KeptRow | undefined {
    this.#madeFrom.forget(key)
    this.#heldBy.forget(key)
    const { look, known, families, engine } = this.#world
    const object = look(ref)
    if (object === undefined || !known(ref, object)) {
      this.#refs.delete(key)
      return undefined
    }
    this.#refs.set(key, ref)
    if (this.#unheard.delete(key)) this.#hear(key, ref, object)
    if ((this.#saidOf.get(key) ?? 0) > 0) return undefined
    const holders = holdersOf(this.#heights, this.#world, { ref, object })
    const teller = holders.find(({ tells }) => tells)
    if (teller !== undefined) {
      this.#heldBy.set(key, [refKey(teller.ref)])
      return undefined
    }
    const above = this.#heights.above(ref, object).map((each) => refKey(each.ref))
    const watched = new WatchedEngine(engine, [key, ...above])
    const row = fleetRow({ ref, object }, { families, engine: watched.engine, now, holds: holdsOf(families) })
    this.#madeFrom.set(key, watched.looked)
    const recheckAt = watched.turnsAt(object, Date.parse(now))
    const hidden = holders.length > 0 && row.weight !== 'wrong' && row.weight !== 'unclear'
    return { row, text: JSON.stringify(row), recheckAt, hidden }
  }

  // What it says stands below it may be told by nobody else any more, or by somebody for the first time.
  #hear(key: string, ref: ObjectRef, object: KubeObject | undefined): void {
    const { known, knownKind } = this.#world
    const before = this.#says.get(key) ?? []
    const says =
      object === undefined || !known(ref, object) ? [] : this.#heights.below(ref, object).filter(knownKind)
    if (says.length === 0) this.#says.delete(key)
    else this.#says.set(key, says)
    for (const each of says) this.#count(each, 1)
    for (const each of before) this.#count(each, -1)
  }

  #count(ref: ObjectRef, by: 1 | -1): void {
    const key = refKey(ref)
    const count = (this.#saidOf.get(key) ?? 0) + by
    if (count === 0) this.#saidOf.delete(key)
    else this.#saidOf.set(key, count)
    if (this.#refs.has(key)) this.#dirty.set(key, ref)
  }

  #spoil(keys: Iterable<string>): void {
    for (const key of keys) {
      const ref = this.#refs.get(key)
      if (ref !== undefined) this.#dirty.set(key, ref)
    }
  }
}

function changeOf(
  ref: ObjectRef,
  before: KeptRow | undefined,
  after: KeptRow | undefined,
): RowChange | undefined {
  const [was, is] = [before, after].map((row) => (row?.hidden === false ? row : undefined))
  if (is === undefined) return was && { gone: ref }
  return is.text === was?.text ? undefined : { row: is.row }
}
