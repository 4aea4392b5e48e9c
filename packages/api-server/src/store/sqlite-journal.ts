import { closeSync, existsSync, openSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import type { HistoryCut, Journal, JournalRow } from './journal.ts'
import { StoreError } from './store-error.ts'

/** Marks the file as ours, so that somebody else's database is never taken for a store. */
const applicationId = 0x51_74_72_70
const layoutVersion = 1

const layout = `
  CREATE TABLE revisions (
    revision INTEGER PRIMARY KEY, cluster TEXT NOT NULL, resource TEXT NOT NULL, namespace TEXT NOT NULL,
    name TEXT NOT NULL, at INTEGER NOT NULL, checksum INTEGER NOT NULL, value BLOB
  ) STRICT;
  CREATE TABLE progress (id INTEGER PRIMARY KEY CHECK (id = 1), revision INTEGER NOT NULL, compacted INTEGER NOT NULL) STRICT;
  INSERT INTO progress VALUES (1, 1, 1);
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${layoutVersion};
`

interface RevisionRow extends Omit<JournalRow, 'bytes'> {
  readonly checksum: number
  readonly value: Uint8Array | null
}

/** Opens or makes the file. All that a store appends in one call is one transaction, synced before the call returns. */
export function openSqliteJournal(file: string): Journal {
  const database = openDatabase(file)
  try {
    return new SqliteJournal(database, file)
  } catch (error) {
    database.close()
    throw error
  }
}

class SqliteJournal implements Journal {
  readonly #database: DatabaseSync
  readonly #file: string
  readonly #insert: StatementSync
  readonly #remove: StatementSync
  readonly #progress: StatementSync
  readonly revision: number
  readonly compacted: number

  constructor(database: DatabaseSync, file: string) {
    this.#database = database
    this.#file = file
    this.#insert = database.prepare('INSERT INTO revisions VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
    this.#remove = database.prepare('DELETE FROM revisions WHERE revision = ?')
    this.#progress = database.prepare('UPDATE progress SET revision = ?, compacted = ?')
    const { revision, compacted } = this.#trusted(() => readProgress(database))
    this.revision = revision
    this.compacted = compacted
  }

  *load(): Iterable<JournalRow> {
    const rows = this.#trusted(() =>
      this.#database.prepare('SELECT * FROM revisions ORDER BY revision').iterate(),
    )
    for (;;) {
      const { done, value } = this.#trusted(() => rows.next())
      if (done === true) return
      yield this.#checkedRow(value as unknown as RevisionRow)
    }
  }

  append(rows: readonly JournalRow[], cut?: HistoryCut): void {
    this.#database.exec('BEGIN IMMEDIATE')
    try {
      for (const row of rows) this.#store(row)
      if (cut !== undefined) this.#forget(cut)
      this.#database.exec('COMMIT')
    } catch (error) {
      // SQLite ends the transaction by itself after some failures; a second end would hide the first error.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
      throw error
    }
  }

  close(): void {
    this.#database.close()
  }

  #store(row: JournalRow): void {
    const { revision, cluster, resource, namespace, name, at, bytes } = row
    this.#insert.run(revision, cluster, resource, namespace, name, at, checksumOf(row), bytes ?? null)
  }

  #forget({ obsolete, compacted, revision }: HistoryCut): void {
    for (const old of obsolete) this.#remove.run(old)
    // Deletions may be the newest rows there are; without this the counter would go back at the next start.
    this.#progress.run(revision, compacted)
  }

  #checkedRow(row: RevisionRow): JournalRow {
    const { value, checksum, ...rest } = row
    const bytes = value === null ? undefined : Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    const checked = { ...rest, bytes }
    if (checksumOf(checked) !== checksum)
      throw damaged(this.#file, `revision ${row.revision} has a wrong checksum`)
    return checked
  }

  #trusted<Result>(read: () => Result): Result {
    try {
      return read()
    } catch (cause) {
      throw cause instanceof StoreError ? cause : damaged(this.#file, textOf(cause), cause)
    }
  }
}

function openDatabase(file: string): DatabaseSync {
  // Made by us first: SQLite would make it with the process's default mode, readable by others.
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file)
    // Exclusive: a second server over the same file would give out the same revisions twice.
    database.exec('PRAGMA locking_mode = EXCLUSIVE')
    const tables = database.prepare('SELECT count(*) AS count FROM sqlite_schema').get() as { count: number }
    if (tables.count > 0) assertOurs(database, file)
    // Twice the usual: objects of two kilobytes fill such pages, and leave nearly half of smaller ones empty.
    if (tables.count === 0) database.exec('PRAGMA page_size = 8192')
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY')
    if (tables.count === 0) database.exec(`BEGIN; ${layout} COMMIT;`)
    else database.exec('BEGIN IMMEDIATE; COMMIT')
    return database
  } catch (cause) {
    database?.close()
    if (cause instanceof StoreError) throw cause
    if (textOf(cause).includes('locked')) {
      throw new StoreError('in-use', `${file} is in use by another process`, { cause, retry: 'with-backoff' })
    }
    throw damaged(file, textOf(cause), cause)
  }
}

function assertOurs(database: DatabaseSync, file: string): void {
  const { application_id: id } = database.prepare('PRAGMA application_id').get() as { application_id: number }
  const { user_version: version } = database.prepare('PRAGMA user_version').get() as { user_version: number }
  if (id === applicationId && version === layoutVersion) return
  const what =
    id === applicationId ? `a store of layout ${version}, not ${layoutVersion}` : 'not a store of this server'
  throw new StoreError('foreign-file', `${file} is ${what}; it was left as it is`, { retry: 'never' })
}

function readProgress(database: DatabaseSync): { revision: number; compacted: number } {
  const progress = database.prepare('SELECT revision, compacted FROM progress').get()
  const newest = database.prepare('SELECT max(revision) AS revision FROM revisions').get() as {
    revision: number | null
  }
  if (progress === undefined) throw new Error('its progress row is missing')
  const { revision, compacted } = progress as unknown as { revision: number; compacted: number }
  return { revision: Math.max(revision, newest.revision ?? 0), compacted }
}

function checksumOf({ revision, cluster, resource, namespace, name, bytes }: Omit<JournalRow, 'at'>): number {
  const key = crc32(`${revision}\n${cluster}\n${resource}\n${namespace}\n${name}`)
  return bytes === undefined ? key : crc32(bytes, key)
}

function damaged(file: string, why: string, cause?: unknown): StoreError {
  return new StoreError('damaged', `${file} is damaged (${why}); it was left as it is`, {
    cause,
    retry: 'never',
  })
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
