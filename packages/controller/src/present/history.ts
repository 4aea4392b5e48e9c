import { closeSync, existsSync, openSync, renameSync, statSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { ObjectRef } from '@sitrep/status'
import { ControllerError } from '../errors.ts'
import type { Transition } from '../transitions.ts'

/** A transition with its time. */
export interface Recorded extends Omit<Transition, 'ref'> {
  /** Milliseconds since the epoch. */
  readonly at: number
}

export interface HistoryOptions {
  /** Absent: nothing outlives the process. */
  readonly file?: string
  /**
   * Told where a file that is damaged was put, and why: then a new one is begun. Absent: that it is damaged is thrown, and it
   * stays as it is.
   */
  readonly onSetAside?: (file: string, why: string) => void
  readonly keepMs?: number
  readonly keepRows?: number
}

/** What changed, when, for how long. */
export interface History {
  readonly record: (transitions: readonly Transition[], at: number) => void
  /** Oldest first. */
  readonly timeline: (
    ref: ObjectRef,
    options?: { readonly since?: number; readonly type?: string },
  ) => readonly Recorded[]
  readonly close: () => void
}

const week = 7 * 24 * 3_600_000
const rowsBetweenCleanings = 5_000

const tables = `
  CREATE TABLE IF NOT EXISTS transitions (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    object TEXT NOT NULL,
    type TEXT NOT NULL,
    came_from TEXT,
    went_to TEXT,
    reason TEXT NOT NULL,
    message TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS transitions_of_object ON transitions (object, at);
`

/** Opens a history, in a file or in memory, that forgets what is too old or too much. */
export function openHistory({
  file = ':memory:',
  onSetAside,
  keepMs = week,
  keepRows = 1_000_000,
}: HistoryOptions = {}): History {
  const database = open(file, onSetAside)
  const insert = database.prepare(
    'INSERT INTO transitions (at, object, type, came_from, went_to, reason, message) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  const forget = database.prepare(
    'DELETE FROM transitions WHERE at < ? OR id <= (SELECT max(id) FROM transitions) - ?',
  )
  const select = database.prepare(
    'SELECT at, type, came_from, went_to, reason, message FROM transitions WHERE object = ? AND at >= ? ORDER BY id',
  )
  // Whoever starts often and writes little would never clean up if counting began at nothing.
  let sinceCleaning = rowsBetweenCleanings
  return {
    record(transitions, at) {
      if (transitions.length === 0) return
      inTransaction(database, () => {
        for (const transition of transitions) insertOne(insert, transition, Math.round(at))
        sinceCleaning += transitions.length
        if (sinceCleaning < rowsBetweenCleanings) return
        forget.run(Math.round(at - keepMs), keepRows)
        sinceCleaning = 0
      })
    },
    timeline(ref, { since = 0, type } = {}) {
      const rows = select.all(objectKey(ref), since) as unknown as readonly Row[]
      return rows.filter((row) => type === undefined || row.type === type).map(recorded)
    },
    close: () => database.close(),
  }
}

interface Row {
  readonly at: number
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
): void {
  insert.run(at, objectKey(ref), type, from ?? null, to ?? null, reason, message)
}

const objectKey = ({ cluster = '', group, kind, namespace = '', name }: ObjectRef): string =>
  JSON.stringify([cluster, group, kind, namespace, name])

function open(file: string, onSetAside: HistoryOptions['onSetAside']): DatabaseSync {
  try {
    return openDatabase(file)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    if (onSetAside !== undefined && isDamage(cause)) {
      onSetAside(setAside(file), why)
      return open(file, undefined)
    }
    throw new ControllerError('server-failed', `The history in ${file} cannot be opened: ${why}`, {
      retry: 'never',
      cause,
    })
  }
}

function openDatabase(file: string): DatabaseSync {
  // Made by us first: SQLite would make it with the process's default mode, readable by others.
  if (file !== ':memory:') closeSync(openSync(file, 'a', 0o600))
  const database = new DatabaseSync(file)
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;')
    database.exec(tables)
    if (file !== ':memory:' && statSync(file).size <= checkedBytes) assertInOrder(database)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** Looking at each page of a file of this size takes some tens of milliseconds. */
const checkedBytes = 64 * 1024 * 1024

const corrupt = 11
const notDatabase = 26

function assertInOrder(database: DatabaseSync): void {
  const { quick_check: answer } = database.prepare('PRAGMA quick_check(1)').get() as { quick_check: string }
  if (answer === 'ok') return
  throw Object.assign(new Error(answer.replaceAll('\n', ' ')), { errcode: corrupt })
}

function isDamage(error: unknown): boolean {
  const { errcode = 0 } = error as { errcode?: number }
  // The lower byte names the class; the rest says more about it.
  return [corrupt, notDatabase].includes(errcode & 0xff)
}

/** Moves a file, with what SQLite keeps beside it, to the first name that is free. */
function setAside(file: string): string {
  let [aside, number] = [`${file}.damaged`, 1]
  while (existsSync(aside)) aside = `${file}.damaged-${++number}`
  for (const part of ['', '-wal', '-shm'])
    if (existsSync(`${file}${part}`)) renameSync(`${file}${part}`, `${aside}${part}`)
  return aside
}
