import { closeSync, existsSync, openSync, renameSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { ControllerError } from '../errors.ts'

// What each version of the file adds to the one before it. A file that is older is brought up to date when it is opened.
const versions: readonly string[] = [
  `
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
`,
  `
  CREATE TABLE counters (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    object TEXT NOT NULL,
    name TEXT NOT NULL,
    have INTEGER NOT NULL,
    want INTEGER
  ) STRICT;
  CREATE INDEX counters_of_object ON counters (object, at);
`,
]

/** Told where a file that is damaged was put, and why. */
export type OnSetAside = (file: string, why: string) => void

/** Opens the database of a history in the present version; one that is damaged is set aside where somebody is told of it. */
export function openHistoryFile(file: string, onSetAside: OnSetAside | undefined): DatabaseSync {
  try {
    return openDatabase(file)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    if (onSetAside !== undefined && isDamage(cause)) {
      onSetAside(setAside(file), why)
      return openHistoryFile(file, undefined)
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
    bringUpToDate(database)
    if (file !== ':memory:' && statSync(file).size <= checkedBytes) assertInOrder(database)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

// One step after the other, each with its number or not at all.
function bringUpToDate(database: DatabaseSync): void {
  const { user_version: version } = database.prepare('PRAGMA user_version').get() as { user_version: number }
  if (version > versions.length)
    throw new Error(`it was written by a newer Sitrep (version ${version} of the file)`)
  for (let next = version; next < versions.length; next++)
    database.exec(`BEGIN; ${versions[next]} PRAGMA user_version = ${next + 1}; COMMIT;`)
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
