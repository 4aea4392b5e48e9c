import type { Condition, Instant } from '@sitrep/conditions'
import {
  conditionsAt,
  found,
  type KubeObject,
  kindKey,
  type Layer,
  type Listing,
  type ListQuery,
  missing,
  type ObjectQuery,
  type ObjectRef,
  type Reading,
  refKey,
  type View,
  type World,
} from '@sitrep/status'
import { type Bucket, type Keeper, type Reader, readerOf, Slot } from './graph.ts'
import type { Feed, KindTable } from './kind-table.ts'
import { statusWith } from './overlay.ts'
import type { Said, Status } from './said.ts'
import { notFed, type Untold, type WorldTables } from './world-tables.ts'

/** One read of a pass with its answer, for whoever wants to explain it. */
export interface RecordedRead {
  readonly query: ObjectQuery | ListQuery
  readonly view: string
  readonly answer: Reading<unknown> | Listing<unknown>
}

export interface PassOptions {
  readonly tables: WorldTables
  readonly keeper: Keeper
  /** What the definition had said before: the start of this pass. */
  readonly basis: Said
  readonly now: Instant
  /** A number that no other pass has. */
  readonly pass: number
  /** The layer that is read where a query names none. */
  readonly layer: Layer
  readonly onRead?: (read: RecordedRead) => void
}

/** The world as one pass sees it. It notes every read. */
export class PassWorld implements World<Status> {
  readonly now: Instant
  readonly previous: Status | undefined
  readonly reads: Reader[] = []
  /** The first that was asked of which nobody has said yet whether it can be read. */
  untold: Untold | undefined = undefined
  /** The first that is awaited, among what is told only in answer to this pass. */
  unanswered: Untold | undefined = undefined
  readonly #options: PassOptions

  constructor(options: PassOptions) {
    this.#options = options
    this.now = options.now
    this.previous = statusWith(options.keeper.slot, options.basis)
  }

  previousOn = (ref: ObjectRef, at?: string): readonly Condition[] => {
    const table = this.#options.tables.table(ref.cluster ?? '', ref)
    const slot = table.find(ref.namespace ?? '', ref.name)
    const reported = conditionsAt(slot?.reported, at, table.lists)
    const wanted = refKey(ref)
    const mine = this.#options.basis.others.find(
      (other) => refKey(other.ref) === wanted && (other.at ?? '') === (at ?? ''),
    )
    if (mine === undefined) return reported
    const types = new Set([...mine.conditions.map((condition) => condition.type), ...(mine.absent ?? [])])
    return [...reported.filter((condition) => !types.has(condition.type)), ...mine.conditions]
  }

  get = <Value>(query: ObjectQuery, view: View<Value>): Reading<Value> => {
    const table = this.#options.tables.table(query.cluster ?? '', query)
    const slot = table.slot(query.namespace ?? '', query.name)
    const layer = query.layer ?? this.#options.layer
    const reader = this.#record(slot, view, layer)
    const feed = slot.awaited ? this.#early({ table, slot }) : this.#feedOf(table, slot)
    const answer = feed.read ? (seen(slot.in(layer), reader) as Reading<Value>) : feed
    this.#options.onRead?.({ query, view: view.name, answer })
    return answer
  }

  list = <Value>(query: ListQuery, view: View<Value>): Listing<NonNullable<Value>> => {
    const table = this.#options.tables.table(query.cluster ?? '', query)
    const bucket = table.bucket(query)
    const layer = query.layer ?? this.#options.layer
    this.#record(bucket, view, layer)
    const feed = this.#feedOf(table, bucket)
    const answer = feed.read ? { read: feed.read, items: itemsOf(bucket, view, layer) } : feed
    this.#options.onRead?.({ query, view: view.name, answer })
    return answer
  }

  #feedOf(table: KindTable, target: Slot | Bucket): Feed {
    const feed = this.#options.tables.feedOf(table, target)
    if (feed !== notFed) return feed
    return this.#early(target instanceof Slot ? { table, slot: target } : { table, bucket: target })
  }

  #early(untold: Untold): Feed {
    if (untold.slot?.awaited && this.#isAnswer(untold.table)) this.unanswered ??= untold
    else this.untold ??= untold
    return notFed
  }

  #isAnswer({ kind }: KindTable): boolean {
    const { answers = [] } = this.#options.keeper.definition
    return answers.some((answer) => kindKey(answer) === kindKey(kind))
  }

  #record(target: Slot | Bucket, view: View<unknown>, layer: Layer): Reader {
    const reader = readerOf(target, view, layer)
    if (reader.pass === this.#options.pass) return reader
    reader.pass = this.#options.pass
    this.reads.push(reader)
    return reader
  }
}

const seen = (object: KubeObject | undefined, reader: Reader): Reading<unknown> =>
  object === undefined ? missing : found(reader.see(object))

function itemsOf<Value>(bucket: Bucket, view: View<Value>, layer: Layer): NonNullable<Value>[] {
  const items: NonNullable<Value>[] = []
  for (const slot of bucket.members) {
    const object = slot.in(layer)
    const item = object === undefined ? undefined : view.of(object)
    if (item !== undefined && item !== null) items.push(item)
  }
  return items
}
