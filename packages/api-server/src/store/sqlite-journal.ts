import { randomBytes } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { HistoryCut, Journal, JournalRow } from './journal.ts'
import { LogSync } from './log-sync.ts'
import {
  checksumOf,
  firstProgress,
  layOut,
  layoutVersion,
  type Progress,
  readProgress,
  takeOver,
  tallyWith,
} from './sqlite-layout.ts'
import { damaged, StoreError } from './store-error.ts'
import { filesOf, lookAtFiles, sizeOf } from './store-files.ts'
import { openReader, readRows, type StoreReader, trusted } from './store-reader.ts'
import { openSeal, type Seal, type SealWriter } from './store-seal.ts'

/** Looking at each page of a file of this size takes some tens of milliseconds; of larger ones `checkStore` does it. */
const checkedBytes = 64 * 1024 * 1024

/**
 * Opens or makes the file. All that a store appends in one call is one transaction; the log is synced by a thread of the
 * platform, so that requests are answered meanwhile. Until all rows were loaded the files are only looked at; a store that is not whole is thrown as `damaged` and stays as it is.
 */
export function openSqliteJournal(file: string): Journal {
  const files = filesOf(file)
  if (lookAtFiles(files).found !== 'store') makeStore(file, firstProgress)
  const found = lookAtFiles(files)
  const reader = openReader(file)
  try {
    return new SqliteJournal(file, reader, found.found === 'store' ? found.seal : undefined)
  } catch (error) {
    reader.close()
    throw error
  }
}

/** Makes a store without objects that begins where it is told, or ends what an interrupted start began. */
export function makeStore(file: string, begin: Omit<Progress, 'store'>): void {
  // Made by us first: SQLite would make it with the process's default mode, readable by others.
  closeSync(openSync(file, 'a', 0o600))
  const database = trusted(file, () => openExclusively(file))
  try {
    trusted(file, () => {
      const { count } = database.prepare('SELECT count(*) AS count FROM sqlite_schema').get() as {
        count: number
      }
      if (count === 0) layOut(database, { ...begin, store: newName() })
      openSeal(filesOf(file).seal, readProgress(database)).close()
      // Last: as long as this is not so, nobody was ever told that something lies here.
      database.exec('PRAGMA journal_mode = WAL')
    })
  } finally {
    database.close()
  }
}

class SqliteJournal implements Journal {
  readonly #file: string
  readonly #reader: StoreReader
  readonly #sealed: Seal | undefined
  #writer: JournalWriter | undefined
  readonly revision: number
  readonly compacted: number

  constructor(file: string, reader: StoreReader, sealed: Seal | undefined) {
    this.#file = file
    this.#reader = reader
    this.#sealed = sealed
    this.revision = reader.progress.revision
    this.compacted = reader.progress.compacted
    assertSealed(file, reader, sealed)
  }

  *load(): Iterable<JournalRow> {
    let tally = 0
    for (const { row, checksum, sound } of readRows(this.#file, this.#reader)) {
      if (!sound) throw damaged(this.#file, `revision ${row.revision} has a wrong checksum`)
      tally = tallyWith(tally, checksum)
      yield row
    }
    const { layout, progress } = this.#reader
    if (layout !== 1 && tally !== progress.tally)
      throw damaged(
        this.#file,
        `its parts are of different times and do not add up to revision ${this.revision}`,
      )
    if ((sizeOf(this.#file) ?? 0) <= checkedBytes) assertInOrder(this.#file, this.#reader)
    this.#reader.close()
    const store = progress.store || (this.#sealed?.store ?? newName())
    this.#writer = new JournalWriter(this.#file, { ...progress, tally, store })
  }

  append(rows: readonly JournalRow[], cut?: HistoryCut): void {
    if (this.#writer === undefined) throw new TypeError('A journal is appended to after it was loaded')
    this.#writer.append(rows, cut)
  }

  sync(): Promise<void> {
    return this.#writer === undefined ? Promise.resolve() : this.#writer.sync()
  }

  close(): void {
    this.#reader.close()
    this.#writer?.close()
  }
}

/** A store that was found whole, open for writing. */
class JournalWriter {
  readonly #database: DatabaseSync
  readonly #seal: SealWriter
  readonly #insert: StatementSync
  readonly #remove: StatementSync
  readonly #progress: StatementSync
  readonly #log: LogSync
  #tally: number
  #newest: number
  #sealed: number
  #lost: unknown

  constructor(file: string, progress: Progress) {
    this.#tally = progress.tally
    this.#newest = progress.revision
    this.#sealed = progress.revision
    const database = trusted(file, () => openExclusively(file))
    this.#database = database
    try {
      const { revision } = trusted(file, () => {
        // Changes nothing, unless SQLite has just taken back the end of an interrupted making.
        database.exec('PRAGMA journal_mode = WAL')
        // Takes the lock now, and not with the first write.
        database.exec('BEGIN IMMEDIATE; COMMIT')
        // Transactions are whole without a sync of each; `sync` makes them durable.
        database.exec('PRAGMA synchronous = NORMAL')
        return readProgress(database)
      })
      if (revision !== progress.revision)
        throw new StoreError('in-use', `${file} is in use by another process`, { retry: 'with-backoff' })
      this.#seal = openSeal(filesOf(file).seal, progress)
      const { user_version: layout } = database.prepare('PRAGMA user_version').get() as {
        user_version: number
      }
      if (layout !== layoutVersion) takeOver(database, progress)
      this.#insert = database.prepare('INSERT INTO revisions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)')
      this.#remove = database.prepare('DELETE FROM revisions WHERE revision = ? RETURNING checksum')
      this.#progress = database.prepare('UPDATE progress SET revision = ?, compacted = ?, tally = ?')
      this.#log = new LogSync(filesOf(file).log)
    } catch (error) {
      database.close()
      throw error
    }
  }

  append(rows: readonly JournalRow[], cut: HistoryCut | undefined): void {
    // A disk that failed to sync may have dropped what it was given, and would not tell again: what follows would rest on nothing.
    if (this.#lost !== undefined)
      throw new Error('the disk failed; the server has to be started again', { cause: this.#lost })
    this.#database.exec('BEGIN IMMEDIATE')
    try {
      const tally = this.#store(rows, cut === undefined ? this.#tally : this.#forget(cut))
      // Deletions may be the newest rows there are; without this the counter would go back at the next start.
      if (cut !== undefined) this.#progress.run(cut.revision, cut.compacted, tally)
      this.#database.exec('COMMIT')
      this.#tally = tally
    } catch (error) {
      // SQLite ends the transaction by itself after some failures; a second end would hide the first error.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
      throw error
    }
    this.#log.makeRoom()
    const newest = rows.at(-1)
    if (newest !== undefined) this.#newest = Math.max(newest.revision, cut?.revision ?? 0)
  }

  async sync(): Promise<void> {
    const newest = this.#newest
    try {
      await this.#log.sync()
    } catch (error) {
      this.#lost = error
      throw error
    }
    this.#sealUpTo(newest)
  }

  close(): void {
    this.#log.close()
    // Syncs by itself.
    this.#database.close()
    if (this.#lost === undefined) this.#sealUpTo(this.#newest)
    this.#seal.close()
  }

  #sealUpTo(revision: number): void {
    if (revision === this.#sealed) return
    this.#seal.write(revision)
    this.#sealed = revision
  }

  #store(rows: readonly JournalRow[], before: number): number {
    const last = rows.length - 1
    let tally = before
    for (const [index, row] of rows.entries()) {
      const { revision, cluster, resource, namespace, name, at, bytes = null } = row
      const checksum = checksumOf(row)
      tally = tallyWith(tally, checksum)
      const told = index === last ? tally : null
      this.#insert.run(revision, cluster, resource, namespace, name, at, checksum, bytes, told)
    }
    return tally
  }

  #forget({ obsolete }: HistoryCut): number {
    return obsolete.reduce((tally, revision) => {
      const gone = this.#remove.get(revision) as { checksum: number } | undefined
      return gone === undefined ? tally : tallyWith(tally, -gone.checksum)
    }, this.#tally)
  }
}

/** Rows can be read whose pages SQLite has also marked as free: the next write would spoil them. */
function assertInOrder(file: string, { database }: StoreReader): void {
  const { quick_check: answer } = trusted(file, () => database.prepare('PRAGMA quick_check(1)').get()) as {
    quick_check: string
  }
  if (answer !== 'ok') throw damaged(file, answer.replaceAll('\n', ' '))
}

/** A log that lost its end, or a file that is an older copy, is in order by itself: only the seal knows of more. */
export function assertSealed(file: string, { layout, progress }: StoreReader, seal: Seal | undefined): void {
  if (seal === undefined) {
    if (layout === 1) return
    throw damaged(file, 'its seal is missing, which tells whether anything else is')
  }
  if (layout !== 1 && seal.store !== progress.store)
    throw damaged(file, 'the seal beside it is that of another store')
  if (seal.revision > progress.revision)
    throw damaged(
      file,
      `revision ${seal.revision} was acknowledged, and what can be read ends at ${progress.revision}`,
    )
}

function openExclusively(file: string): DatabaseSync {
  const database = new DatabaseSync(file)
  try {
    // Exclusive: a second server over the same file would give out the same revisions twice.
    database.exec('PRAGMA locking_mode = EXCLUSIVE')
    // Twice the usual: objects of two kilobytes fill such pages, and leave nearly half of smaller ones empty.
    database.exec('PRAGMA page_size = 8192')
    database.exec('PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

const newName = (): string => randomBytes(8).toString('hex')
