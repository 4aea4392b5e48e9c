import {
  type ClusterName,
  type ConditionList,
  type IndexDefinition,
  isFollowed,
  type KindRef,
  type KubeObject,
  type ListQuery,
  narrowName,
} from '@sitrep/status'
import type { Forms } from './forms.ts'
import {
  Bucket,
  type BucketHome,
  type Home,
  isRead,
  type Keeper,
  type Opened,
  type Reader,
  readersOf,
  Slot,
} from './graph.ts'
import type { KnownKind } from './knowledge.ts'

/** Whether something can be read, and if not, why not. */
export type Feed = { readonly read: true } | { readonly read: false; readonly why: string }

/** One key of a narrow index. */
export type NarrowKey = NonNullable<Bucket['narrow']>

/** Under which text it is remembered what was said of a key. */
export const feedKey = ({ index, key }: NarrowKey): string => `${index}\n${key}`

/** The key under which a single object of a narrow kind is asked for. */
export const nameKeyOf = ({ namespace, name }: Slot): NarrowKey => ({
  index: narrowName,
  key: `${namespace}/${name}`,
})

/** Where an index is asked: in one namespace, or in all of them. */
type Scope = 'everywhere' | 'namespace'

interface Index {
  readonly scope: Scope
  readonly keys: (object: KubeObject) => readonly string[]
  readonly narrow: string | undefined
  /** By namespace; under `''` where it is asked everywhere. A text that joins namespace and key would be made for every object. */
  readonly homes: Map<string, BucketHome>
}

export interface KindTableOptions {
  readonly onDemand: () => void
  readonly described: boolean
  readonly opened: Opened
}

/** All objects of one kind in one cluster, with the indexes that somebody has asked for. */
export class KindTable implements Home {
  readonly cluster: ClusterName
  /** What the catalog says of the kind; another one once the cluster serves it otherwise. */
  knowledge: KnownKind
  readonly order: string
  readonly opened: Opened
  readonly forms: Forms
  // By namespace and then by name: a text that joins them would cost more than the place itself.
  readonly #slots: Map<string, Map<string, Slot>> = new Map()
  readonly #indexes: Map<string, Index> = new Map()
  /** Those of the catalog that are asked for in all namespaces, by their own names. */
  readonly #everywhere: Map<string, Index> = new Map()
  #lastBuckets: readonly Bucket[] = none
  /** What was said about this kind; `undefined` while nobody has said anything. */
  feed: Feed | undefined = undefined
  /** What was said about single keys of narrow indexes. */
  readonly narrowFeeds: Map<string, Feed> = new Map()
  /** Those that may yield objects of this kind and have not been able to look at everything yet: until then nobody knows how many there are. */
  readonly undecidedMakers: Set<Keeper> = new Set()
  /** Most of its objects have not been looked at, because it is still being read, or what they read is. */
  putOff = false
  #demand = 0
  readonly narrowDemand: Map<Bucket, number> = new Map()
  /** Of a narrow kind, the places that somebody reads and of which nothing is known by what is followed of the kind. */
  readonly named: Set<Slot> = new Set()

  readonly #onDemand: () => void

  /** Whether kinds can turn up of which nobody knows yet what they are: an index that is missing may come. */
  readonly #described: boolean

  constructor(cluster: ClusterName, knowledge: KnownKind, options: KindTableOptions) {
    this.cluster = cluster
    this.knowledge = knowledge
    this.order = `${knowledge.kind.kind}.${knowledge.kind.group}|${cluster}`
    this.#onDemand = options.onDemand
    this.#described = options.described
    this.opened = options.opened
    this.forms = options.opened.formsOf(knowledge.kind)
  }

  get kind(): KindRef {
    return this.knowledge.kind
  }

  get lists(): readonly ConditionList[] {
    return this.knowledge.lists
  }

  get indexed(): boolean {
    return this.#indexes.size > 0
  }

  /** Somebody asks for the kind as a whole. */
  get demanded(): boolean {
    return this.#demand > 0
  }

  forgetFeeds(): void {
    this.feed = undefined
    this.narrowFeeds.clear()
  }

  /** Counts the targets of this kind that somebody reads. */
  asked = (target: Slot | Bucket, by: 1 | -1): void => {
    if (target instanceof Slot || target.narrow === undefined) {
      this.#demand += by
      if (target instanceof Slot) this.noteNamed(target, by)
      if (this.#demand === 0 || (this.#demand === 1 && by === 1)) this.#onDemand()
      return
    }
    const count = (this.narrowDemand.get(target) ?? 0) + by
    if (count === 0) this.narrowDemand.delete(target)
    else this.narrowDemand.set(target, count)
    if (count === 0 || (count === 1 && by === 1)) this.#onDemand()
  }

  /** The keys that have to be fed before a place of a narrow kind can be read; nothing where kinds are fed whole. */
  narrowKeysOf(slot: Slot): readonly NarrowKey[] | undefined {
    const { narrow } = this.knowledge
    if (narrow === undefined) return undefined
    return this.#isByName(slot) ? [...this.followedKeys, nameKeyOf(slot)] : this.followedKeys
  }

  /** Of a narrow kind, the keys of what is followed whoever asks. */
  get followedKeys(): readonly NarrowKey[] {
    const { field, values = [] } = this.knowledge.narrow ?? {}
    return values.map((key) => ({ index: field ?? '', key }))
  }

  /** Whether it is known of all that is followed whether it can be read: before, nobody has to be asked for single names. */
  get followedTold(): boolean {
    return this.followedKeys.every((key) => this.narrowFeeds.has(feedKey(key)))
  }

  /** The place that a key of a narrow kind is about, where it is about a single one. */
  slotOf({ index, key }: NarrowKey): Slot | undefined {
    if (this.knowledge.narrow === undefined || index !== narrowName) return undefined
    const slash = key.indexOf('/')
    return this.find(key.slice(0, slash), key.slice(slash + 1))
  }

  #isByName({ reported }: Slot): boolean {
    const { narrow } = this.knowledge
    return narrow !== undefined && (reported === undefined || !isFollowed(narrow, reported))
  }

  /** Something about a place has changed: an object in it, or who reads it. */
  noteNamed(slot: Slot, readers: 1 | 0 | -1 = 0): void {
    if (this.knowledge.narrow === undefined) return
    const read = readers === 1 || isRead(slot)
    const before = this.named.has(slot)
    const after = read && this.#isByName(slot)
    if (before === after) return
    if (after) this.named.add(slot)
    else this.named.delete(slot)
    if (this.followedTold) this.#onDemand()
  }

  /** The place of an object, if anybody knows of it. */
  find(namespace: string, name: string): Slot | undefined {
    return this.#slots.get(namespace)?.get(name)
  }

  /** The place of an object, made where there is none yet. */
  slot(namespace: string, name: string): Slot {
    const within = this.#slots.get(namespace)
    const present = within?.get(name)
    if (present !== undefined) return present
    const slot = new Slot(this, namespace, name)
    if (within === undefined) this.#slots.set(namespace, new Map([[name, slot]]))
    else within.set(name, slot)
    return slot
  }

  /** Whether nothing stands in it and nobody reads any place of it. */
  get empty(): boolean {
    return this.#slots.size === 0
  }

  /** Every place of this kind, those that are empty too. */
  *slots(): Iterable<Slot> {
    for (const within of this.#slots.values()) yield* within.values()
  }

  forget({ namespace, name }: Slot): void {
    const within = this.#slots.get(namespace)
    within?.delete(name)
    if (within?.size === 0) this.#slots.delete(namespace)
  }

  /** What a list reads, for whoever then waits for it. */
  bucket(query: ListQuery): Bucket {
    if (this.knowledge.narrow !== undefined)
      throw new TypeError(`${this.kind.kind} is read by name, never listed`)
    return this.bucketOfWhatIsHere(query)
  }

  /** What a list finds among the objects that are here, for whoever does not mind that others exist. */
  bucketOfWhatIsHere({ namespace, by }: ListQuery): Bucket {
    const index = this.#indexFor(namespace === undefined ? 'everywhere' : 'namespace', by)
    return bucketIn(this, homeIn(index, namespace ?? ''), keyOf(by))
  }

  /** The buckets that an object belongs to, for the indexes made so far. */
  bucketsOf(object: KubeObject): readonly Bucket[] {
    const buckets: Bucket[] = []
    for (const index of this.#indexes.values()) {
      const keys = index.keys(object)
      if (keys.length === 0) continue
      const home = homeOf(index, object)
      for (let at = 0; at < keys.length; at++) buckets.push(bucketIn(this, home, keys[at] as string))
    }
    // Whoever comes next mostly belongs to the same owner.
    if (!isSame(buckets, this.#lastBuckets)) this.#lastBuckets = buckets.slice()
    return this.#lastBuckets
  }

  /** Everybody who reads anything of this kind. */
  *readers(): Iterable<Reader> {
    // Not by readersOf: one more generator for each of a hundred thousand places.
    for (const slot of this.slots())
      for (let reader = slot.reader; reader !== undefined; reader = reader.next) yield reader
    for (const index of this.#indexes.values())
      for (const home of index.homes.values())
        for (const bucket of home.buckets.values()) yield* readersOf(bucket)
  }

  #definedIndex(name: string): IndexDefinition | undefined {
    return this.knowledge.indexes.find((candidate) => candidate.name === name)
  }

  #indexFor(scope: Scope, by: ListQuery['by']): Index {
    if (by === undefined) return this.#index(`${scope} all`, { scope, keys: () => onlyKey })
    if ('owner' in by) return this.#index(`${scope} owner`, { scope, keys: ownerUids })
    if ('label' in by) {
      const { label } = by
      return this.#index(`${scope} label ${label}`, { scope, keys: (object) => labelValue(object, label) })
    }
    const present = scope === 'everywhere' ? this.#everywhere.get(by.index) : undefined
    return present ?? this.#catalogIndex(scope, by.index)
  }

  #catalogIndex(scope: Scope, name: string): Index {
    const definition = this.#definedIndex(name)
    if (definition === undefined && !this.#described)
      throw new TypeError(`The catalog has no index ${name} for ${this.kind.kind}`)
    const narrow = definition?.narrow !== undefined && scope === 'everywhere' ? name : undefined
    // Asked anew each time: what a kind is known to be may change while the index stands.
    const keys: Index['keys'] = (object) => this.#definedIndex(name)?.keys(object) ?? []
    const index = this.#index(`${scope} index ${name}`, { scope, keys, narrow })
    if (scope === 'everywhere') this.#everywhere.set(name, index)
    return index
  }

  // An index costs something with every object, so it is made when first asked for, from what is already there.
  #index(name: string, { scope, keys, narrow }: NewIndex): Index {
    const present = this.#indexes.get(name)
    if (present !== undefined) return present
    const index: Index = { scope, keys, narrow, homes: new Map() }
    this.#indexes.set(name, index)
    for (const slot of this.slots()) {
      const object = slot.computed
      if (object === undefined) continue
      for (const key of keys(object)) {
        const bucket = bucketIn(this, homeOf(index, object), key)
        bucket.add(slot)
        slot.buckets = slot.buckets.concat(bucket)
      }
    }
    return index
  }
}

const none: readonly Bucket[] = Object.freeze([])

const isSame = (buckets: readonly Bucket[], others: readonly Bucket[]): boolean =>
  buckets.length === others.length && buckets.every((bucket, at) => bucket === others[at])

interface NewIndex extends Pick<Index, 'scope' | 'keys'> {
  readonly narrow?: string | undefined
}

const homeOf = (index: Index, { metadata }: KubeObject): BucketHome =>
  homeIn(index, index.scope === 'namespace' ? (metadata.namespace ?? '') : '')

function homeIn({ homes, narrow }: Index, namespace: string): BucketHome {
  const present = homes.get(namespace)
  if (present !== undefined) return present
  const emptied = (): void => {
    if (homes.get(namespace) === home) homes.delete(namespace)
  }
  const home: BucketHome = { buckets: new Map(), narrow, emptied }
  homes.set(namespace, home)
  return home
}

function bucketIn(table: KindTable, home: BucketHome, key: string): Bucket {
  const { buckets } = home
  const present = buckets.get(key)
  if (present !== undefined) return present
  const bucket = new Bucket(table, home, key)
  buckets.set(key, bucket)
  return bucket
}

const onlyKey: readonly string[] = ['']

/** The key that a list is asked by; all of a kind stand under one. */
function keyOf(by: ListQuery['by']): string {
  if (by === undefined) return ''
  if ('owner' in by) return by.owner
  return 'label' in by ? by.value : by.key
}

// An object may name an owner twice; it is one member all the same.
const ownerUids = (object: KubeObject): readonly string[] => {
  const owners = object.metadata.ownerReferences
  if (owners === undefined) return []
  return owners.length === 1 ? [owners[0]?.uid ?? ''] : [...new Set(owners.map((owner) => owner.uid))]
}

function labelValue(object: KubeObject, label: string): readonly string[] {
  const labels = object.metadata.labels
  const value = labels !== undefined && Object.hasOwn(labels, label) ? labels[label] : undefined
  return value === undefined ? [] : [value]
}
