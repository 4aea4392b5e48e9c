import { type Condition, type Instant, Stretch } from '@sitrep/conditions'
import {
  type ConditionsOnOther,
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
import { type Asked, gathered, notAsked, stands } from './gathering.ts'
import { type Bucket, type Keeper, type Read, type Reader, readerOf, Slot } from './graph.ts'
import { isPutOffFor } from './holding.ts'
import type { Feed, KindTable } from './kind-table.ts'
import { LongList, longFrom } from './long-list.ts'
import { statusWith } from './overlay.ts'
import type { Said, Status } from './said.ts'
import { voicesOn } from './voices.ts'
import { isAbout, notFed, type Untold, type WorldTables } from './world-tables.ts'

const none: readonly never[] = []

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
  /** Whether nothing is decided while something is untold. */
  readonly hold?: boolean
  readonly onRead?: (read: RecordedRead) => void
}

/** The world as one pass sees it. It notes every read. */
export class PassWorld implements World<Status> {
  readonly now: Instant
  readonly previous: Status | undefined
  readonly reads: Read[] = []
  /**
   * What was asked of which nobody has said yet whether it can be read. Behind the first no single objects that somebody is finding out about,
   * and nothing that others yield: those may wait for this one in turn.
   */
  untold: readonly Untold[] = none
  /** The first that is awaited, among what is told only in answer to this pass. */
  unanswered: Untold | undefined = undefined
  readonly #options: PassOptions
  #others: Map<string, ConditionsOnOther> | undefined = undefined

  constructor(options: PassOptions) {
    this.#options = options
    this.now = options.now
    this.previous = statusWith(options.keeper.slot, options.basis)
  }

  get spoken(): readonly Condition[] {
    return voicesOn(this.#options.keeper.slot).conditions('')
  }

  previousOn = (ref: ObjectRef, at?: string): readonly Condition[] => {
    const table = this.#options.tables.table(ref.cluster ?? '', ref)
    const slot = table.find(ref.namespace ?? '', ref.name)
    const reported = conditionsAt(slot?.reported, at, table.lists)
    const mine = this.#saidOn(ref, at)
    if (mine === undefined) return reported
    const types = new Set([...mine.conditions.map((condition) => condition.type), ...(mine.absent ?? [])])
    return [...reported.filter((condition) => !types.has(condition.type)), ...mine.conditions]
  }

  // By object and list: one that speaks on thousands asks for each of them.
  #saidOn(ref: ObjectRef, at = ''): ConditionsOnOther | undefined {
    if (this.#others === undefined) {
      this.#others = new Map()
      for (const other of this.#options.basis.others) {
        const key = `${refKey(other.ref)} ${other.at ?? ''}`
        if (!this.#others.has(key)) this.#others.set(key, other)
      }
    }
    return this.#others.get(`${refKey(ref)} ${at}`)
  }

  get = <Value>(query: ObjectQuery, view: View<Value>): Reading<Value> => {
    const reader = this.#readerOf(query, view)
    this.#note(reader)
    return this.#answer(query, reader) as Reading<Value>
  }

  getEach = <Value>(queries: Stretch<ObjectQuery>, view: View<Value>): Stretch<Reading<Value>> => {
    const { tables, keeper, onRead } = this.#options
    // Whoever explains wants to hear of each of them, and nobody asks again.
    if (onRead !== undefined) return new Stretch(queries.items.map((query) => this.get(query, view)))
    const asked: Asked = queries.remembered(keeper, notAsked)
    const known = asked.gathering
    if (known?.view === view && stands(known, keeper, tables)) {
      this.reads.push(known.readers)
      return known.answers as Stretch<Reading<Value>>
    }
    const readers = queries.items.map((query) => this.#readerOf(query, view))
    const answers = new Stretch(
      queries.items.map((query, at) => this.#answer(query, readers[at] as Reader) as Reading<Value>),
    )
    asked.gathering = asked.before ? gathered(readers, answers, tables) : undefined
    asked.before = true
    if (asked.gathering === undefined) for (const reader of readers) this.#note(reader)
    else {
      this.reads.push(readers)
      if (!tables.stirred.has(keeper)) tables.stirred.set(keeper, new Set())
    }
    return answers
  }

  list = <Value>(query: ListQuery, view: View<Value>): Listing<NonNullable<Value>> => {
    const table = this.#options.tables.table(query.cluster ?? '', query)
    const bucket = table.bucket(query)
    const layer = query.layer ?? this.#options.layer
    const reader = this.#record(bucket, view, layer)
    const feed = this.#feedOf(table, bucket)
    const answer = feed.read ? { read: feed.read, items: this.#items(bucket, reader, view) } : feed
    this.#options.onRead?.({ query, view: view.name, answer })
    return answer
  }

  #items<Value>(bucket: Bucket, reader: Reader, view: View<Value>): readonly NonNullable<Value>[] {
    const { members } = bucket
    if (members.length < longFrom) return itemsOf(members, view, reader)
    let known = bucket.onlookers.find(
      (onlooker) => onlooker instanceof LongList && onlooker.reader === reader,
    ) as LongList | undefined
    if (known === undefined) {
      known = new LongList(reader)
      bucket.onlookers = [...bucket.onlookers, known]
    }
    return known.of(members) as readonly NonNullable<Value>[]
  }

  #readerOf(query: ObjectQuery, view: View<unknown>): Reader {
    const { tables, keeper } = this.#options
    const layer = query.layer ?? this.#options.layer
    // Many look at what is reported of their own object.
    return isAbout(keeper.slot, query)
      ? readerOf(keeper.slot, view, layer)
      : tables.readerOf(query, view, layer)
  }

  #answer(query: ObjectQuery, reader: Reader): Reading<unknown> {
    const slot = reader.target as Slot
    const table = slot.table as KindTable
    const feed = slot.awaited ? this.#early({ table, slot }) : this.#feedOf(table, slot)
    const answer = feed.read ? seen(lookedAt(slot, reader), reader) : feed
    this.#options.onRead?.({ query, view: reader.view.name, answer })
    return answer
  }

  #feedOf(table: KindTable, target: Slot | Bucket): Feed {
    const { tables, keeper, hold } = this.#options
    const feed = tables.feedOf(table, target)
    if (feed !== notFed && !(hold === true && isPutOffFor(keeper, table))) return feed
    return this.#early(target instanceof Slot ? { table, slot: target } : { table, bucket: target })
  }

  #early(untold: Untold): Feed {
    if (untold.slot?.awaited && this.#isAnswer(untold.table)) this.unanswered ??= untold
    else if (this.untold.length === 0) this.untold = [untold]
    else if (!untold.slot?.awaited && !untold.table.knowledge.derived) this.untold = [...this.untold, untold]
    return notFed
  }

  #isAnswer({ kind }: KindTable): boolean {
    const { answers = [] } = this.#options.keeper.definition
    return answers.some((answer) => kindKey(answer) === kindKey(kind))
  }

  #record(target: Slot | Bucket, view: View<unknown>, layer: Layer): Reader {
    const reader = readerOf(target, view, layer)
    this.#note(reader)
    return reader
  }

  #note(reader: Reader): void {
    if (reader.pass === this.#options.pass) return
    reader.pass = this.#options.pass
    this.reads.push(reader)
  }
}

const seen = (object: KubeObject | undefined, reader: Reader): Reading<unknown> =>
  object === undefined ? missing : found(reader.see(object))

// What has no status of its own and one reader is mostly looked at once in a turn: a Node by its Machine. Of a world that is read for the first time
// all of that would lie open until the turn ends.
const lookedAt = (slot: Slot, { layer, shared }: Reader): KubeObject | undefined =>
  slot.keeper === undefined && !shared ? slot.peek(layer) : slot.in(layer)

function itemsOf<Value>(members: readonly Slot[], view: View<Value>, reader: Reader): NonNullable<Value>[] {
  const items: NonNullable<Value>[] = []
  for (let at = 0; at < members.length; at++) {
    const object = lookedAt(members[at] as Slot, reader)
    const item = object === undefined ? undefined : view.of(object)
    if (item !== undefined && item !== null) items.push(item)
  }
  return items
}
