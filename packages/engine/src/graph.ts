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
import { HeldObjects } from './held-objects.ts'
import type { KnownKind } from './knowledge.ts'
import { type FoldedClaims, isFolded, nothingSaid, type Said, type Status } from './said.ts'
import { byKey, lowerBound } from './slot-order.ts'

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
  /** Whether somebody has asked for lists of this kind. */
  readonly indexed: boolean
  /** The lists that an object belongs to. */
  readonly bucketsOf: (object: KubeObject) => readonly Bucket[]
  /** The places whose objects lie open. */
  readonly opened: Opened
  /** What objects of this kind are kept as, in every cluster. */
  readonly forms: Forms
}

/** What the places of a world need to know of those whose objects lie open. */
export interface Opened {
  /** Remembers that the objects of a place lie open now. */
  readonly opened: (slot: Slot) => void
  /** Remembers that another object stands in a place now. */
  readonly changed: (slot: Slot) => void
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
  /** Who reads it; each knows the next. Nearly every object has one or two, and a list for each would outweigh them. */
  reader: Reader | undefined = undefined
  /** The lists that it stands in. Objects that stand in the same ones share this list of them. */
  buckets: readonly Bucket[] = none

  constructor(table: Home, namespace: string, name: string) {
    super()
    this.table = table
    this.namespace = namespace
    this.name = name
  }

  protected override hasChanged(): void {
    this.table.opened.changed(this)
  }

  protected override lies(state: 'open' | 'closed', computed: KubeObject): boolean {
    if (state === 'closed') {
      if (this.keeper?.fold(computed) === false) return false
      for (let reader = this.reader; reader !== undefined; reader = reader.next) reader.forget()
      return true
    }
    this.keeper?.unfold(computed)
    this.table.opened.opened(this)
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
    if (!this.empty || this.said !== undefined || this.awaited || isRead(this)) return
    this.table.forget(this)
  }
}

/** Where a bucket is kept. */
export interface BucketHome {
  readonly buckets: Map<string, Bucket>
  /** Called when the last one is given up. */
  readonly emptied: () => void
  /** The name of the index, where single keys of it may be fed. */
  readonly narrow: string | undefined
}

/** Keeps what was seen of a list, and is told what happens there. */
export interface Onlooker {
  /** Through which it is seen. */
  readonly reader: Reader
  /** Somebody has come or gone, or does not show what it did. */
  readonly changed: (slot: Slot) => void
}

/** The objects that one key of an index leads to. */
export class Bucket {
  readonly table: Home
  reader: Reader | undefined = undefined
  onlookers: readonly Onlooker[] = none
  readonly #home: BucketHome
  readonly #key: string
  // Many keys lead to one object only, which needs no list.
  #members: Slot | Slot[] | undefined = undefined
  // Those behind came out of order, and have not been put into their places.
  #sorted = 0

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
    if (isRead(this)) return
    this.onlookers = none
    if (this.members.length > 0) return
    const { buckets, emptied } = this.#home
    if (buckets.get(this.#key) === this) buckets.delete(this.#key)
    if (buckets.size === 0) emptied()
  }

  /** In byte order of namespace and name, so that nothing depends on the order of arrival. */
  get members(): readonly Slot[] {
    const members = this.#members
    if (members === undefined) return none
    if (members instanceof Slot) return [members]
    const late = members.length - this.#sorted
    if (late === 0) return members
    if (late > fewLate) members.sort(byKey)
    // To sort a long list again for one that came would take longer than all the rest.
    else
      for (const slot of members.splice(this.#sorted, late))
        members.splice(lowerBound(members, slot), 0, slot)
    this.#sorted = members.length
    return members
  }

  add(slot: Slot): void {
    const present = this.#members
    if (present === undefined) this.#members = slot
    else if (present instanceof Slot) {
      this.#sorted = byKey(present, slot) <= 0 ? 2 : 1
      this.#members = [present, slot]
    } else this.#append(present, slot)
    for (const onlooker of this.onlookers) onlooker.changed(slot)
  }

  #append(members: Slot[], slot: Slot): void {
    const last = members.at(-1)
    const inOrder = last === undefined || byKey(last, slot) <= 0
    members.push(slot)
    if (inOrder && this.#sorted === members.length - 1) this.#sorted++
  }

  remove(slot: Slot): void {
    if (this.#members === slot) this.#members = undefined
    else {
      const members = this.members as Slot[]
      const at = lowerBound(members, slot)
      if (members[at] === slot) this.#sorted -= members.splice(at, 1).length
    }
    for (const onlooker of this.onlookers) onlooker.changed(slot)
    this.release()
  }
}

/** Whoever reads what many read: what they see is the same for all of them. */
class ManyKeepers extends Set<Keeper> {
  object: KubeObject | undefined = undefined
  value: unknown = undefined
}

/** So many that came late are put into their places one by one. */
const fewLate = 8

/** All statuses that read one target through one view. Numbered reads are what keeps a large world small. */
export class Reader {
  readonly target: Slot | Bucket
  readonly view: View<unknown>
  readonly layer: Layer
  /** Who else reads the same target, through another view or in another layer. */
  next: Reader | undefined = undefined
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

  /** Whether more than one reads it. */
  get shared(): boolean {
    return this.#keepers instanceof ManyKeepers
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

/** One read, or many that were made together. */
export type Read = Reader | readonly Reader[]

/** The reader of a target through a view, made where there is none yet. */
export function readerOf(target: Slot | Bucket, view: View<unknown>, layer: Layer): Reader {
  let last: Reader | undefined
  for (let known = target.reader; known !== undefined; known = known.next) {
    if (known.view === view && known.layer === layer) return known
    last = known
  }
  const reader = new Reader(target, view, layer)
  if (last === undefined) target.reader = reader
  else last.next = reader
  return reader
}

/** Everybody who reads a target, through whatever view. */
export function* readersOf(target: Slot | Bucket): Iterable<Reader> {
  for (let reader = target.reader; reader !== undefined; reader = reader.next) yield reader
}

/** Whether any status reads a target now. */
export function isRead(target: Slot | Bucket): boolean {
  for (const reader of readersOf(target)) if (!reader.idle) return true
  return false
}

/** Keeps the status of one object: what was said, what it was read from, when to look again. */
export class Keeper {
  readonly slot: Slot
  readonly definition: StatusDefinition
  // Of a place that is kept as a sheet only what does not stand on it: what is said is the status there.
  #said: Said | FoldedClaims = nothingSaid
  #basis: Said | undefined = nothingSaid
  reads: readonly Read[] = []
  /** Milliseconds since the epoch; infinite when time alone changes nothing. */
  recheckAt: number = Number.POSITIVE_INFINITY
  /** The agenda's own. */
  place = 0
  problem: Problem | undefined = undefined

  constructor(slot: Slot, definition: StatusDefinition) {
    this.slot = slot
    this.definition = definition
  }

  get rank(): number {
    return this.slot.table.knowledge.rank
  }

  /** Whether it has said nothing so far. */
  get silent(): boolean {
    return this.#said === nothingSaid
  }

  /** Whether it has said a status. Nothing is laid open for that, nor for the addresses that are its own: those are left of what is folded. */
  get hasStatus(): boolean {
    return isFolded(this.#said) || this.#said.status !== undefined
  }

  get claims(): readonly string[] {
    return isFolded(this.#said) ? this.#said : this.#said.claims
  }

  get said(): Said {
    if (isFolded(this.#said)) this.slot.open()
    return this.#said as Said
  }

  set said(said: Said) {
    if (isFolded(this.#said)) this.slot.open()
    this.#said = said
  }

  /**
   * What the last pass started from, where that differs from what it said: `explain` starts there again. It is let go of with the object, for
   * nearly all of a world has changed once: then `explain` starts from what was said, as after a restart.
   */
  get basis(): Said {
    return this.#basis ?? this.said
  }

  set basis(basis: Said) {
    this.#basis = basis === this.said ? undefined : basis
  }

  /** Lets go of what stands on the computed object anyway; tells whether that is all. */
  fold({ status }: KubeObject): boolean {
    const said = this.#said
    if (said === nothingSaid || isFolded(said)) return true
    const { claims, abstains, others, compared, derived } = said
    const more = others.length + compared.length + derived.length > 0 || abstains
    if (more || said.status !== status || status === undefined) return false
    this.#said = claims
    this.#basis = undefined
    return true
  }

  /** Takes up again what was let go of. */
  unfold({ status }: KubeObject): void {
    const claims = this.#said
    if (isFolded(claims)) this.#said = { ...nothingSaid, status: status as Status, claims }
  }
}
