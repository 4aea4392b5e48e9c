import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { ObjectRef } from '@sitrep/status'
import type { Transition } from '../transitions.ts'
import { type OnSetAside, openHistoryFile } from './history-file.ts'

/** A transition with its time. */
export interface Recorded extends Omit<Transition, 'ref'> {
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** A transition as it was written down: ids grow, and are never given twice. */
export interface RecordedTransition extends Recorded {
  readonly id: number
  readonly ref: ObjectRef
}

/** A counter of an object at a moment. */
export interface RecordedCounter {
  readonly at: number
  readonly name: string
  readonly have: number
  readonly want?: number
}

export interface HistoryOptions {
  /** Absent: nothing outlives the process. */
  readonly file?: string
  /**
   * Told where a file that is damaged was put, and why: then a new one is begun. Absent: that it is damaged is thrown, and it
   * stays as it is.
   */
  readonly onSetAside?: OnSetAside
  readonly keepMs?: number
  readonly keepRows?: number
}

/** What changed, when, for how long. */
export interface History {
  /** Writes them down and returns them with their ids. */
  readonly record: (transitions: readonly Transition[], at: number) => readonly RecordedTransition[]
  /** Writes down what an object counts from now on; who calls says only what changed. */
  readonly recordCounters: (
    ref: ObjectRef,
    counters: readonly Omit<RecordedCounter, 'at'>[],
    at: number,
  ) => void
  /** Oldest first. */
  readonly timeline: (
    ref: ObjectRef,
    options?: { readonly since?: number; readonly type?: string },
  ) => readonly Recorded[]
  /** Of all objects, the newest first: those with smaller ids than `before`. */
  readonly recent: (options: {
    readonly before?: number
    readonly limit: number
  }) => readonly RecordedTransition[]
  /** Of some objects since a time, the newest first. */
  readonly among: (
    refs: readonly ObjectRef[],
    options: { readonly since: number; readonly limit: number },
  ) => readonly RecordedTransition[]
  /** Oldest first; what was so at the beginning of the time comes first, as of when it began. */
  readonly counters: (ref: ObjectRef, since: number) => readonly RecordedCounter[]
  readonly close: () => void
}

const week = 7 * 24 * 3_600_000
const rowsBetweenCleanings = 5_000

/** Opens a history, in a file or in memory, that forgets what is too old or too much. */
export function openHistory({
  file = ':memory:',
  onSetAside,
  keepMs = week,
  keepRows = 1_000_000,
}: HistoryOptions = {}): History {
  const database = openHistoryFile(file, onSetAside)
  const insert = database.prepare(
    'INSERT INTO transitions (at, object, type, came_from, went_to, reason, message) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  const insertCounter = database.prepare(
    'INSERT INTO counters (at, object, name, have, want) VALUES (?, ?, ?, ?, ?)',
  )
  const forget = ['transitions', 'counters'].map((table) =>
    database.prepare(`DELETE FROM ${table} WHERE at < ? OR id <= (SELECT max(id) FROM ${table}) - ?`),
  )
  const select = database.prepare(
    `SELECT ${columns} FROM transitions WHERE object = ? AND at >= ? ORDER BY id`,
  )
  const selectNewest = database.prepare(
    `SELECT ${columns} FROM transitions WHERE id < ? ORDER BY id DESC LIMIT ?`,
  )
  const selectNewestOf = database.prepare(
    `SELECT ${columns} FROM transitions WHERE object = ? AND at >= ? ORDER BY id DESC LIMIT ?`,
  )
  const selectCounters = database.prepare(
    'SELECT at, name, have, want FROM counters WHERE object = ? ORDER BY id',
  )
  // Whoever starts often and writes little would never clean up if counting began at nothing.
  let sinceCleaning = rowsBetweenCleanings
  const inOneGo = (rows: number, at: number, write: () => void): void =>
    inTransaction(database, () => {
      write()
      sinceCleaning += rows
      if (sinceCleaning < rowsBetweenCleanings) return
      for (const each of forget) each.run(Math.round(at - keepMs), keepRows)
      sinceCleaning = 0
    })
  return {
    record(transitions, at) {
      if (transitions.length === 0) return []
      const time = Math.round(at)
      const ids: number[] = []
      inOneGo(transitions.length, at, () => {
        for (const transition of transitions) ids.push(insertOne(insert, transition, time))
      })
      return transitions.map((transition, index) => ({ ...transition, at: time, id: ids[index] ?? 0 }))
    },
    recordCounters(ref, counters, at) {
      if (counters.length === 0) return
      inOneGo(counters.length, at, () => {
        for (const { name, have, want } of counters)
          insertCounter.run(
            Math.round(at),
            objectKey(ref),
            name,
            Math.trunc(have),
            want === undefined ? null : Math.trunc(want),
          )
      })
    },
    timeline(ref, { since = 0, type } = {}) {
      const rows = select.all(objectKey(ref), since) as unknown as readonly Row[]
      return rows.filter((row) => type === undefined || row.type === type).map(recorded)
    },
    recent({ before = Number.MAX_SAFE_INTEGER, limit }) {
      const rows = selectNewest.all(before, limit) as unknown as readonly Row[]
      return rows.map(withPlace)
    },
    among(refs, { since, limit }) {
      const rows = refs.flatMap(
        (ref) => selectNewestOf.all(objectKey(ref), since, limit) as unknown as readonly Row[],
      )
      return rows
        .sort((a, b) => b.id - a.id)
        .slice(0, limit)
        .map(withPlace)
    },
    counters(ref, since) {
      const rows = selectCounters.all(objectKey(ref)) as unknown as readonly CounterRow[]
      const later = new Set(rows.filter(({ at }) => at > since))
      // The last before that time says what was so when it began.
      const standing = new Map(rows.filter((row) => !later.has(row)).map((row) => [row.name, row]))
      return [...standing.values(), ...later].map(({ at, name, have, want }) => ({
        at,
        name,
        have,
        ...(want !== null && { want }),
      }))
    },
    close: () => database.close(),
  }
}

const columns = 'id, at, object, type, came_from, went_to, reason, message'

interface CounterRow {
  readonly at: number
  readonly name: string
  readonly have: number
  readonly want: number | null
}

interface Row {
  readonly id: number
  readonly at: number
  readonly object: string
  readonly type: string
  readonly came_from: string | null
  readonly went_to: string | null
  readonly reason: string
  readonly message: string
}

const recorded = ({ at, type, came_from, went_to, reason, message }: Row): Recorded => ({
  at,
  type,
  ...(came_from !== null && { from: came_from }),
  ...(went_to !== null && { to: went_to }),
  reason,
  message,
})

function withPlace(row: Row): RecordedTransition {
  const [cluster, group, kind, namespace, name] = JSON.parse(row.object) as readonly [
    string,
    string,
    string,
    string,
    string,
  ]
  const ref = {
    ...(cluster !== '' && { cluster }),
    group,
    kind,
    ...(namespace !== '' && { namespace }),
    name,
  }
  return { id: row.id, ref, ...recorded(row) }
}

// All of it or nothing: half a transaction would stay open and refuse the next one.
function inTransaction(database: DatabaseSync, work: () => void): void {
  database.exec('BEGIN')
  try {
    work()
    database.exec('COMMIT')
  } catch (error) {
    database.exec('ROLLBACK')
    throw error
  }
}

function insertOne(
  insert: StatementSync,
  { ref, type, from, to, reason, message }: Transition,
  at: number,
): number {
  const { lastInsertRowid } = insert.run(at, objectKey(ref), type, from ?? null, to ?? null, reason, message)
  return Number(lastInsertRowid)
}

const objectKey = ({ cluster = '', group, kind, namespace = '', name }: ObjectRef): string =>
  JSON.stringify([cluster, group, kind, namespace, name])
