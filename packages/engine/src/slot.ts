import type { Condition } from '@sitrep/conditions'
import type { ConditionsOnOther, KubeObject, Layer, ObjectRef, View } from '@sitrep/status'
import type { Node } from './node.ts'
import type { KindTable } from './kind-table.ts'

/** The place of one object in the world. It may be empty: an object that is asked for and not there has a place too. */
export class Slot {
  readonly table: KindTable
  readonly namespace: string
  readonly name: string
  /** `namespace/name`: what lists are ordered by. */
  readonly key: string
  /** The object as its writers report it. */
  reported: KubeObject | undefined = undefined
  /** The object with what Sitrep computes laid over it; the same as `reported` where the two agree. */
  computed: KubeObject | undefined = undefined
  /** Keeps the status of this object, where its kind has a definition. */
  node: Node | undefined = undefined
  /** What definitions of other kinds say on this object. */
  said: Map<Node, ConditionsOnOther> | undefined = undefined
  readonly readers: Reader[] = []
  readonly buckets: Bucket[] = []

  constructor(table: KindTable, namespace: string, name: string) {
    this.table = table
    this.namespace = namespace
    this.name = name
    this.key = `${namespace}/${name}`
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
    if (this.reported !== undefined || this.said !== undefined || this.readers.some((reader) => !reader.idle)) return
    this.table.slots.delete(this.key)
  }
}

/** Where a bucket is kept. */
export interface BucketHome {
  readonly buckets: Map<string, Bucket>
  readonly key: string
  /** The name of the index, where single keys of it may be fed. */
  readonly narrow: string | undefined
}

/** The objects that one key of an index leads to. */
export class Bucket {
  readonly table: KindTable
  /** Set where the key belongs to a narrow index, which may be fed by itself. */
  readonly narrow: { readonly index: string; readonly key: string } | undefined
  readonly readers: Reader[] = []
  readonly #home: BucketHome
  #members: Slot[] = []
  #sorted = true

  constructor(table: KindTable, home: BucketHome) {
    this.table = table
    this.#home = home
    this.narrow = home.narrow === undefined ? undefined : { index: home.narrow, key: home.key }
  }

  /** Gives the key up when it leads nowhere and nobody asks. */
  release(): void {
    if (this.#members.length > 0 || this.readers.some((reader) => !reader.idle)) return
    this.#home.buckets.delete(this.#home.key)
  }

  /** In byte order of namespace and name, so that nothing depends on the order of arrival. */
  get members(): readonly Slot[] {
    if (!this.#sorted) this.#members.sort(byKey)
    this.#sorted = true
    return this.#members
  }

  add(slot: Slot): void {
    const last = this.#members.at(-1)
    if (last !== undefined && byKey(last, slot) > 0) this.#sorted = false
    this.#members.push(slot)
    slot.buckets.push(this)
  }

  remove(slot: Slot): void {
    const members = this.members as Slot[]
    const at = lowerBound(members, slot)
    if (members[at] === slot) members.splice(at, 1)
    slot.buckets.splice(slot.buckets.indexOf(this), 1)
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
  #nodes: Node | Set<Node> | undefined = undefined

  constructor(target: Slot | Bucket, view: View<unknown>, layer: Layer) {
    this.target = target
    this.view = view
    this.layer = layer
  }

  get idle(): boolean {
    return this.#nodes === undefined
  }

  add(node: Node): void {
    const nodes = this.#nodes
    if (nodes === undefined || nodes === node) {
      if (nodes === undefined) this.target.table.asked(this.target, 1)
      this.#nodes = node
    } else if (nodes instanceof Set) nodes.add(node)
    else this.#nodes = new Set([nodes, node])
  }

  remove(node: Node): void {
    const nodes = this.#nodes
    if (nodes instanceof Set) {
      nodes.delete(node)
      if (nodes.size === 0) this.#forget()
    } else if (nodes === node) this.#forget()
  }

  #forget(): void {
    this.#nodes = undefined
    this.target.table.asked(this.target, -1)
    this.target.release()
  }

  each(visit: (node: Node) => void): void {
    const nodes = this.#nodes
    if (nodes instanceof Set) for (const node of nodes) visit(node)
    else if (nodes !== undefined) visit(nodes)
  }
}

/** The reader of a target through a view, made where there is none yet. */
export function readerOf(target: Slot | Bucket, view: View<unknown>, layer: Layer): Reader {
  for (const reader of target.readers) if (reader.view === view && reader.layer === layer) return reader
  const reader = new Reader(target, view, layer)
  target.readers.push(reader)
  return reader
}

/** The conditions that an object carries at a path, however malformed the rest of it is. */
export function conditionsAt(object: KubeObject | undefined, path: readonly string[]): readonly Condition[] {
  let value: unknown = object
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return []
    value = (value as Readonly<Record<string, unknown>>)[step]
  }
  if (!Array.isArray(value)) return []
  return value.every(isCondition) ? value : value.filter(isCondition)
}

const isCondition = (entry: unknown): entry is Condition =>
  typeof entry === 'object' && entry !== null && typeof (entry as { type?: unknown }).type === 'string'

const byKey = (a: Slot, b: Slot): number => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)

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
