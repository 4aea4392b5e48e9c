import type {
  ClusterName,
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
import type { Forms } from './forms.ts'
import { HeldObjects, type Sheets } from './held-objects.ts'
import type { KnownKind } from './knowledge.ts'
import { type Folded, folded, nothingSaid, type Said, type Status } from './said.ts'

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
  /** The places whose objects lie open. */
  readonly opened: Opened
  /** What objects of this kind are kept as, in every cluster. */
  readonly forms: Forms
}

/** What the places of a world need to know of those whose objects lie open. */
export interface Opened {
  /** Remembers that the objects of a place lie open; hands out what is known of their sheets. */
  readonly note: (slot: Slot) => Sheets
  /** The same for a place in which another object stands from now on. */
  readonly change: (slot: Slot) => Sheets
  /** The sheets of a place that lies open. */
  readonly known: (slot: Slot) => Sheets | undefined
  /** The forms of a kind. */
  readonly formsOf: (kind: KindRef) => Forms
}

/** The place of one object in the world. It may be empty: an object that is asked for and not there has a place too. */
export class Slot extends HeldObjects {
  readonly table: Home
  readonly namespace: string
  readonly name: string
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
    super()
    this.table = table
    this.namespace = namespace
    this.name = name
  }

  protected override noted(): Sheets {
    return this.table.opened.note(this)
  }

  protected override changed(): Sheets {
    return this.table.opened.change(this)
  }

  protected override known(): Sheets | undefined {
    return this.table.opened.known(this)
  }

  protected override lies(state: 'open' | 'closed', computed: KubeObject): boolean {
    if (state === 'closed') {
      if (this.keeper?.fold(computed) === false) return false
      for (const reader of this.readers) reader.forget()
      return true
    }
    this.keeper?.unfold(computed)
    return true
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

  /** Gives the place up when neither an object nor anybody asking for one holds it. */
  release(): void {
    if (!this.empty || this.said !== undefined || this.awaited) return
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

/** Whoever reads what many read: what they see is the same for all of them. */
class ManyKeepers extends Set<Keeper> {
  object: KubeObject | undefined = undefined
  value: unknown = undefined
}

/** All statuses that read one target through one view. Numbered reads are what keeps a large world small. */
export class Reader {
  readonly target: Slot | Bucket
  readonly view: View<unknown>
  readonly layer: Layer
  /** The pass that recorded this read last, so that reading twice records once. */
  pass = 0
  // Most objects are read by one status only, and a Set for each of those would outweigh the objects.
  #keepers: Keeper | ManyKeepers | undefined = undefined

  constructor(target: Slot | Bucket, view: View<unknown>, layer: Layer) {
    this.target = target
    this.view = view
    this.layer = layer
  }

  get idle(): boolean {
    return this.#keepers === undefined
  }

  /** What the view shows of an object. */
  see(object: KubeObject): unknown {
    const keepers = this.#keepers
    if (!(keepers instanceof ManyKeepers)) return this.view.of(object)
    if (keepers.object !== object) {
      keepers.value = this.view.of(object)
      keepers.object = object
    }
    return keepers.value
  }

  /** Lets go of what was seen last. */
  forget(): void {
    const keepers = this.#keepers
    if (!(keepers instanceof ManyKeepers)) return
    keepers.object = undefined
    keepers.value = undefined
  }

  add(keeper: Keeper): void {
    const keepers = this.#keepers
    if (keepers === undefined || keepers === keeper) {
      if (keepers === undefined) this.target.table.asked(this.target, 1)
      this.#keepers = keeper
    } else if (keepers instanceof ManyKeepers) keepers.add(keeper)
    else this.#keepers = new ManyKeepers([keepers, keeper])
  }

  remove(keeper: Keeper): void {
    const keepers = this.#keepers
    if (keepers instanceof ManyKeepers) {
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
    if (keepers instanceof ManyKeepers) for (const keeper of keepers) visit(keeper)
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

/** Keeps the status of one object: what was said, what it was read from, when to look again. */
export class Keeper {
  readonly slot: Slot
  readonly definition: StatusDefinition
  // Of a place that is kept as a sheet only what does not stand on it: what is said is the status there.
  #said: Said | Folded = nothingSaid
  #basis: Said | undefined = nothingSaid
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

  get said(): Said {
    if ('folded' in this.#said) this.slot.open()
    return this.#said as Said
  }

  set said(said: Said) {
    if ('folded' in this.#said) this.slot.open()
    this.#said = said
  }

  /** What the last pass started from, where that differs from what it said: `explain` starts there again. */
  get basis(): Said {
    return this.#basis ?? this.said
  }

  set basis(basis: Said) {
    this.#basis = basis === this.said ? undefined : basis
  }

  /** Lets go of what stands on the computed object anyway; tells whether that is all. */
  fold({ status }: KubeObject): boolean {
    const said = this.#said
    if ('folded' in said || said === nothingSaid) return true
    const { claims, abstains, others, compared, derived } = said
    const more = others.length + compared.length + derived.length > 0 || abstains
    if (more || said.status !== status || status === undefined) return false
    if (this.#basis?.status !== undefined) return false
    this.#said = folded(claims)
    return true
  }

  /** Takes up again what was let go of. */
  unfold({ status }: KubeObject): void {
    if (!('folded' in this.#said)) return
    const { claims } = this.#said
    this.#said = { ...nothingSaid, status: status as Status, claims }
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
