import {
  type Catalog,
  type ClusterName,
  crdKind,
  groupOf,
  type KindRef,
  type KubeObject,
  type Layer,
  managementCluster,
  type ObjectQuery,
  type View,
} from '@sitrep/status'
import type { KindRead, Wanted } from './change.ts'
import { type Bucket, type Keeper, type Reader, readerOf, Slot } from './graph.ts'
import { type Feed, feedKey, KindTable, nameKeyOf } from './kind-table.ts'
import { Kinds } from './knowledge.ts'
import { OpenSlots } from './open-slots.ts'
import { Sharing } from './sharing.ts'

/** Nobody has said yet whether it can be read. */
export const notFed: Extract<Feed, { readonly read: false }> = { read: false, why: 'not read yet' }

const fed: Feed = { read: true }

/** Whether a query asks for the object of this place. */
export function isAbout({ name, namespace, table }: Slot, query: ObjectQuery): boolean {
  if (name !== query.name || namespace !== (query.namespace ?? '')) return false
  const { kind, group } = table.kind
  return kind === query.kind && group === query.group && table.cluster === (query.cluster ?? '')
}

/** Something of which nobody has said yet whether it can be read. */
export interface Untold {
  readonly table: KindTable
  readonly bucket?: Bucket | undefined
  /** A single object. */
  readonly slot?: Slot
}

/** Every kind of every cluster, and what of it can be read. */
export class WorldTables {
  readonly kinds: Kinds
  readonly sharing: Sharing = new Sharing()
  /** Of statuses that read many objects together, those objects that have changed since their last pass. */
  readonly stirred: WeakMap<Keeper, Set<Slot>> = new WeakMap()
  /** Counts up whenever somebody begins to find out about an object. */
  awaited = 0
  readonly #clusters: Map<ClusterName, Map<string, Map<string, KindTable>>> = new Map()
  /** By kind the table that an object of it came to last. */
  readonly #lastTables: Map<string, { readonly apiVersion: string; readonly table: KindTable }> = new Map()
  /** By view what was read through it last. */
  readonly #lastReaders: Map<View<unknown>, Reader> = new Map()
  /** What was said about every kind of a cluster at once. */
  readonly #every: Map<ClusterName, Feed> = new Map()

  /** Objects whose status is computed somewhere else. */
  readonly given: Set<Slot> = new Set()

  /** Counts up whenever something begins or ceases to be asked for. */
  demandRevision = 0
  /** Counts up whenever something is told of what can be read, or taken back. */
  toldRevision = 0
  readonly #onDemand = (): void => {
    this.demandRevision++
  }

  /** Which objects lie open. */
  readonly open: OpenSlots

  constructor(catalog: Catalog, keptOpen?: number) {
    this.open = new OpenSlots(keptOpen)
    this.kinds = new Kinds(catalog)
  }

  /** The table that an object of a cluster belongs to. Objects come kind by kind, or those of one owner together. */
  tableOf(cluster: ClusterName, { apiVersion, kind }: KubeObject): KindTable {
    const last = this.#lastTables.get(kind)
    if (last?.apiVersion === apiVersion && last.table.cluster === cluster) return last.table
    const table = this.table(cluster, { group: groupOf(apiVersion), kind })
    this.#lastTables.set(kind, { apiVersion, table })
    return table
  }

  table(cluster: ClusterName, { group, kind }: KindRef): KindTable {
    return this.#clusters.get(cluster)?.get(group)?.get(kind) ?? this.#newTable(cluster, { group, kind })
  }

  #newTable(cluster: ClusterName, kind: KindRef): KindTable {
    const groups = this.#clusters.get(cluster) ?? new Map<string, Map<string, KindTable>>()
    const kinds = groups.get(kind.group) ?? new Map<string, KindTable>()
    const table = new KindTable(cluster, this.kinds.of(kind), {
      onDemand: this.#onDemand,
      described: this.kinds.describes,
      opened: this.open,
    })
    this.#clusters.set(cluster, groups.set(kind.group, kinds.set(kind.kind, table)))
    return table
  }

  /** The reader of an object through a view, made where there is none yet. All that belongs to a cluster reads the same few objects. */
  readerOf(query: ObjectQuery, view: View<unknown>, layer: Layer): Reader {
    const last = this.#lastReaders.get(view)
    // Nobody gives up the place of an object that somebody reads.
    if (last !== undefined && !last.idle && last.layer === layer && isAbout(last.target as Slot, query))
      return last
    const table = this.table(query.cluster ?? '', query)
    const reader = readerOf(table.slot(query.namespace ?? '', query.name), view, layer)
    if (!reader.idle) this.#lastReaders.set(view, reader)
    return reader
  }

  /** The tables of one kind, in every cluster. */
  ofKind({ group, kind }: KindRef): readonly KindTable[] {
    return [...this.#clusters.values()].flatMap((groups) => {
      const table = groups.get(group)?.get(kind)
      return table === undefined ? [] : [table]
    })
  }

  /** Whether a kind, one key of a narrow index of it, or a single object can be read now. */
  feedOf(table: KindTable, target?: Bucket | Slot): Feed {
    if (table.knowledge.derived) return table.undecidedMakers.size > 0 ? notFed : fed
    const whole = table.feed ?? this.#every.get(table.cluster)
    if (whole?.read === true || target === undefined) return whole ?? notFed
    const keys = target instanceof Slot ? table.narrowKeysOf(target) : target.narrow && [target.narrow]
    if (keys === undefined) return whole ?? notFed
    for (const key of keys) {
      const feed = table.narrowFeeds.get(feedKey(key)) ?? whole ?? notFed
      if (!feed.read) return feed
    }
    return fed
  }

  /** Whether still nobody has said it. */
  isUntold({ table, bucket, slot }: Untold): boolean {
    return slot?.awaited === true || this.feedOf(table, bucket ?? slot) === notFed
  }

  /** Takes in what was said, and names the tables for which it may matter. */
  feed({ cluster = '', kind, by, read, why }: KindRead): readonly KindTable[] {
    const feed: Feed = read ? { read } : { read, why: why ?? 'not read' }
    this.toldRevision++
    if (kind === 'every') {
      this.#every.set(cluster, feed)
      // What is said of every kind stands above all that was said of single ones before.
      for (const table of this.#tables(cluster)) table.forgetFeeds()
      return [...this.#tables(cluster)]
    }
    const table = this.table(cluster, kind)
    const told = table.followedTold
    if (by === undefined) table.feed = feed
    else table.narrowFeeds.set(feedKey(by), feed)
    if (told !== table.followedTold) this.demandRevision++
    return [table]
  }

  /** Takes back all that was said about the kinds of a cluster, and names the tables that somebody still reads; the others are given up. */
  untell(cluster: ClusterName): readonly KindTable[] {
    this.toldRevision++
    this.#every.delete(cluster)
    this.#lastTables.clear()
    const left: KindTable[] = []
    for (const [group, kinds] of this.#clusters.get(cluster) ?? [])
      for (const [kind, table] of kinds) {
        table.forgetFeeds()
        if (!table.empty || table.demanded || table.narrowDemand.size > 0) left.push(table)
        else kinds.delete(kind)
        if (kinds.size === 0) this.#clusters.get(cluster)?.delete(group)
      }
    if (this.#clusters.get(cluster)?.size === 0) this.#clusters.delete(cluster)
    return left
  }

  /** What somebody asks for: all of it, or only what cannot be read now. */
  *asked(only: 'all' | 'unfed'): Iterable<Wanted> {
    if (this.kinds.describes) {
      const crds = this.table(managementCluster, crdKind)
      if (!crds.demanded && (only === 'all' || !this.feedOf(crds).read))
        yield { cluster: managementCluster, ...crdKind }
    }
    for (const cluster of this.#clusters.keys()) {
      for (const table of this.#tables(cluster)) {
        if (table.knowledge.derived) continue
        if (table.knowledge.narrow !== undefined) {
          yield* this.#askedNarrowly(table, only)
          continue
        }
        if (table.demanded && (only === 'all' || !this.feedOf(table).read)) yield { cluster, ...table.kind }
        for (const bucket of table.narrowDemand.keys()) {
          if (bucket.narrow === undefined || (only === 'unfed' && this.feedOf(table, bucket).read)) continue
          yield { cluster, ...table.kind, by: bucket.narrow }
        }
      }
    }
  }

  /** The kinds of which a cluster has places. */
  kindsIn(cluster: ClusterName): readonly KindRef[] {
    return [...this.#tables(cluster)].flatMap(({ kind, empty }) => (empty ? [] : [kind]))
  }

  // What is followed comes first: as long as nobody knows it, every name would have to be asked for.
  *#askedNarrowly(table: KindTable, only: 'all' | 'unfed'): Iterable<Wanted> {
    if (!table.demanded || (only === 'unfed' && this.feedOf(table).read)) return
    const names = table.followedTold ? [...table.named].map(nameKeyOf) : []
    for (const by of [...table.followedKeys, ...names]) {
      if (only === 'unfed' && table.narrowFeeds.get(feedKey(by))?.read === true) continue
      yield { cluster: table.cluster, ...table.kind, by }
    }
  }

  *all(): Iterable<KindTable> {
    for (const cluster of this.#clusters.keys()) yield* this.#tables(cluster)
  }

  *#tables(cluster: ClusterName): Iterable<KindTable> {
    for (const kinds of this.#clusters.get(cluster)?.values() ?? []) yield* kinds.values()
  }
}
