import type {
  ClusterName,
  ComparedConditions,
  ConditionList,
  ConditionsOnOther,
  KindRef,
  KubeObject,
  Layer,
  ObjectRef,
  StatusDefinition,
  View,
} from '@sitrep/status'
import type { Problem } from './change.ts'
import type { KnownKind } from './knowledge.ts'

const none: readonly never[] = Object.freeze([])

// Places, lists, reads and statuses point at each other, so they live in one file: they are one graph.

/** What a place knows of the table it stands in. */
export interface Home {
  readonly cluster: ClusterName
  readonly kind: KindRef
  readonly knowledge: KnownKind
  /** What tables of one rank are ordered by: kind, then cluster. */
  readonly order: string
  /** Gives up a place of this kind. */
  readonly forget: (slot: Slot) => void
  /** Counts the targets of this kind that somebody reads. */
  readonly asked: (target: Slot | Bucket, by: 1 | -1) => void
  /** Something about a place has changed: an object in it, or who reads it. */
  readonly noteNamed: (slot: Slot) => void
  /** Where objects of this kind keep conditions. */
  readonly lists: readonly ConditionList[]
  /** The lists that an object belongs to. */
  readonly bucketsOf: (object: KubeObject) => readonly Bucket[]
}

/** The place of one object in the world. It may be empty: an object that is asked for and not there has a place too. */
export class Slot {
  readonly table: Home
  readonly namespace: string
  readonly name: string
  /** The object as its writers report it. */
  reported: KubeObject | undefined = undefined
  /** The object with what Sitrep computes laid over it; the same as `reported` where the two agree. */
  computed: KubeObject | undefined = undefined
  /** Somebody is finding out about the object; nothing of it has been told yet. */
  awaited = false
  /** Keeps the status of this object, where its kind has a definition. */
  keeper: Keeper | undefined = undefined
  /** What definitions of other kinds say on this object. */
  said: Map<Keeper, readonly ConditionsOnOther[]> | undefined = undefined
  /** The status whose pass yields this object, where it exists in memory only. */
  maker: Keeper | undefined = undefined
  // Exactly as long as they must be: nearly every object has few of either, and a list that grows keeps room for many.
  readers: readonly Reader[] = none
  buckets: readonly Bucket[] = none

  constructor(table: Home, namespace: string, name: string) {
    this.table = table
    this.namespace = namespace
    this.name = name
  }

  get ref(): ObjectRef {
    const { cluster, kind } = this.table
    return {
      ...(cluster === '' ? {} : { cluster }),
      group: kind.group,
      kind: kind.kind,
      ...(this.namespace === '' ? {} : { namespace: this.namespace }),
      name: this.name,
    }
  }

  in(layer: Layer): KubeObject | undefined {
    return layer === 'reported' ? this.reported : this.computed
  }

  /** Gives the place up when neither an object nor anybody asking for one holds it. */
  release(): void {
    if (this.reported !== undefined || this.said !== undefined || this.awaited) return
    if (this.readers.some((reader) => !reader.idle)) return
    this.table.forget(this)
  }
}

/** Where a bucket is kept. */
export interface BucketHome {
  readonly buckets: Map<string, Bucket>
  /** The name of the index, where single keys of it may be fed. */
  readonly narrow: string | undefined
}

/** The objects that one key of an index leads to. */
export class Bucket {
  readonly table: Home
  readers: readonly Reader[] = none
  readonly #home: BucketHome
  readonly #key: string
  #members: Slot[] | undefined = undefined
  #sorted = true

  constructor(table: Home, home: BucketHome, key: string) {
    this.table = table
    this.#home = home
    this.#key = key
  }

  /** Set where the key belongs to a narrow index, which may be fed by itself. */
  get narrow(): { readonly index: string; readonly key: string } | undefined {
    const { narrow } = this.#home
    return narrow === undefined ? undefined : { index: narrow, key: this.#key }
  }

  /** Gives the key up when it leads nowhere and nobody asks. */
  release(): void {
    if (this.members.length > 0 || this.readers.some((reader) => !reader.idle)) return
    this.#home.buckets.delete(this.#key)
  }

  /** In byte order of namespace and name, so that nothing depends on the order of arrival. */
  get members(): readonly Slot[] {
    if (!this.#sorted) this.#members?.sort(byKey)
    this.#sorted = true
    return this.#members ?? none
  }

  add(slot: Slot): void {
    const last = this.#members?.at(-1)
    if (last !== undefined && byKey(last, slot) > 0) this.#sorted = false
    // Many keys lead to one object only, and a list that grows keeps room for many.
    if (this.#members === undefined) this.#members = [slot]
    else this.#members.push(slot)
    slot.buckets = slot.buckets.concat(this)
  }

  remove(slot: Slot): void {
    const members = this.members as Slot[]
    const at = lowerBound(members, slot)
    if (members[at] === slot) members.splice(at, 1)
    slot.buckets = slot.buckets.filter((bucket) => bucket !== this)
    this.release()
  }
}

/** All statuses that read one target through one view. Numbered reads are what keeps a large world small. */
export class Reader {
  readonly target: Slot | Bucket
  readonly view: View<unknown>
  readonly layer: Layer
  /** The pass that recorded this read last, so that reading twice records once. */
  pass = 0
  // Most objects are read by one status only, and a Set for each of those would outweigh the objects.
  #keepers: Keeper | Set<Keeper> | undefined = undefined

  constructor(target: Slot | Bucket, view: View<unknown>, layer: Layer) {
    this.target = target
    this.view = view
    this.layer = layer
  }

  get idle(): boolean {
    return this.#keepers === undefined
  }

  add(keeper: Keeper): void {
    const keepers = this.#keepers
    if (keepers === undefined || keepers === keeper) {
      if (keepers === undefined) this.target.table.asked(this.target, 1)
      this.#keepers = keeper
    } else if (keepers instanceof Set) keepers.add(keeper)
    else this.#keepers = new Set([keepers, keeper])
  }

  remove(keeper: Keeper): void {
    const keepers = this.#keepers
    if (keepers instanceof Set) {
      keepers.delete(keeper)
      if (keepers.size === 0) this.#forget()
    } else if (keepers === keeper) this.#forget()
  }

  #forget(): void {
    this.#keepers = undefined
    this.target.table.asked(this.target, -1)
    this.target.release()
  }

  each(visit: (keeper: Keeper) => void): void {
    const keepers = this.#keepers
    if (keepers instanceof Set) for (const keeper of keepers) visit(keeper)
    else if (keepers !== undefined) visit(keepers)
  }
}

/** The reader of a target through a view, made where there is none yet. */
export function readerOf(target: Slot | Bucket, view: View<unknown>, layer: Layer): Reader {
  const { readers } = target
  for (let at = 0; at < readers.length; at++) {
    const known = readers[at]
    if (known !== undefined && known.view === view && known.layer === layer) return known
  }
  const reader = new Reader(target, view, layer)
  target.readers = readers.concat(reader)
  return reader
}

// As `namespace/name` are ordered.
function byKey(a: Slot, b: Slot): number {
  if (a.namespace === b.namespace) return a.name < b.name ? -1 : a.name > b.name ? 1 : 0
  return `${a.namespace}/` < `${b.namespace}/` ? -1 : 1
}

function lowerBound(members: readonly Slot[], slot: Slot): number {
  let low = 0
  let high = members.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const member = members[middle]
    if (member !== undefined && byKey(member, slot) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** The status of an object as a record; what is in it is the definition's own business. */
export type Status = Readonly<Record<string, unknown>>

/** What a definition said in its last pass. */
export interface Said {
  /** The status as the definition returned it; `undefined` before the first pass, and where it abstains. */
  readonly status: Status | undefined
  /** It has looked and says nothing about the object. */
  readonly abstains: boolean
  /** The addresses, as they are written, that belong to this definition on its own object. */
  readonly claims: readonly string[]
  readonly others: readonly ConditionsOnOther[]
  /** What it would say in lists of other writers. */
  readonly compared: readonly ComparedConditions[]
  readonly derived: readonly KubeObject[]
}

/** What is said before the first pass. */
export const nothingSaid: Said = {
  status: undefined,
  abstains: false,
  claims: none,
  others: none,
  compared: none,
  derived: none,
}

/** Keeps the status of one object: what was said, what it was read from, when to look again. */
export class Keeper {
  readonly slot: Slot
  readonly definition: StatusDefinition
  said: Said = nothingSaid
  /** What the last pass started from, where that differs from what it said: `explain` starts there again. */
  basis: Said = nothingSaid
  reads: readonly Reader[] = []
  /** Milliseconds since the epoch; infinite when time alone changes nothing. */
  recheckAt: number = Number.POSITIVE_INFINITY
  problem: Problem | undefined = undefined

  constructor(slot: Slot, definition: StatusDefinition) {
    this.slot = slot
    this.definition = definition
  }

  get rank(): number {
    return this.slot.table.knowledge.rank
  }
}

/** Catalog order first, then cluster, then namespace and name: the order of every round and of every answer. */
export function bySlot(a: Slot, b: Slot): number {
  const rank = a.table.knowledge.rank - b.table.knowledge.rank
  if (rank !== 0 && !Number.isNaN(rank)) return rank
  if (a.table !== b.table && a.table.order !== b.table.order) return a.table.order < b.table.order ? -1 : 1
  return byKey(a, b)
}

/** Moves a status from what it read before to what it reads now; mostly that is the same. */
export function subscribe(keeper: Keeper, reads: readonly Reader[]): void {
  const before = keeper.reads
  if (before.length === reads.length && before.every((reader, at) => reader === reads[at])) return
  if (before.length === 0) {
    for (const reader of reads) reader.add(keeper)
    keeper.reads = reads.slice()
    return
  }
  const now = new Set(reads)
  for (const reader of reads) reader.add(keeper)
  for (const reader of before) if (!now.has(reader)) reader.remove(keeper)
  keeper.reads = reads.slice()
}
