import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import type { JournalRow } from './journal.ts'
import { checksumOf, type Progress, readLayout, readProgress } from './sqlite-layout.ts'
import { damaged, StoreError } from './store-error.ts'
import { filesOf, sizeOf } from './store-files.ts'

/** A row as it was found, and whether it is what was once written. */
export interface FoundRow {
  readonly row: JournalRow
  readonly checksum: number
  readonly sound: boolean
}

/** A store that is only looked at. Nothing of its files is another one afterwards. */
export interface StoreReader {
  readonly database: DatabaseSync
  readonly layout: 1 | 2
  readonly progress: Progress
  close(): void
}

/** Opens a store to be read. Throws `in-use`, `unusable`, `foreign-file` or `damaged`. */
export function openReader(file: string): StoreReader {
  try {
    return openAt(file, file)
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== 'unusable') throw error
    return openCopy(file)
  }
}

/** SQLite needs a little room beside a log to read it. On a full disk there is none, and what is there must still be found. */
function openCopy(file: string): StoreReader {
  const folder = mkdtempSync(join(tmpdir(), 'sitrep-reading-'))
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  const copy = filesOf(join(folder, 'store.db'))
  try {
    copyFileSync(file, copy.file)
    copyFileSync(filesOf(file).log, copy.log)
    const reader = openAt(copy.file, file)
    const close = (): void => {
      reader.close()
      remove()
    }
    return { ...reader, close }
  } catch (cause) {
    remove()
    if (cause instanceof StoreError) throw cause
    throw new StoreError('unusable', `${file} cannot be opened: ${textOf(cause)}`, {
      cause,
      retry: 'with-backoff',
    })
  }
}

function openAt(place: string, file: string): StoreReader {
  const { log, index } = filesOf(place)
  const indexed = sizeOf(index) !== undefined
  const opened = trusted(file, () => openReadOnly(place, sizeOf(log) !== undefined))
  const close = (): void => {
    if (opened.isOpen) opened.close()
    // SQLite makes it to find its way in the log and leaves it there; whoever opens the store makes another.
    if (!indexed) rmSync(index, { force: true })
  }
  try {
    const layout = trusted(file, () => readLayout(opened, file))
    const progress = trusted(file, () => readProgress(opened))
    return { database: opened, layout, progress, close }
  } catch (error) {
    close()
    throw error
  }
}

/** All rows from one revision to another, in order. Throws `damaged` where the file cannot be read on. */
export function* readRows(
  file: string,
  { database }: Pick<StoreReader, 'database'>,
  { from, to }: { readonly from: number; readonly to: number } = { from: 0, to: Number.MAX_SAFE_INTEGER },
): Iterable<FoundRow> {
  const columns = 'revision, cluster, resource, namespace, name, at, checksum, value'
  const select = `SELECT ${columns} FROM revisions WHERE revision BETWEEN ? AND ? ORDER BY revision`
  const rows = trusted(file, () => database.prepare(select).iterate(from, to))
  for (;;) {
    const { done, value } = trusted(file, () => rows.next())
    if (done === true) return
    yield foundRow(value as unknown as StoredRow)
  }
}

/** What SQLite says becomes an error of ours: `in-use`, `unusable` where the place is to blame, otherwise `damaged`. */
export function trusted<Result>(file: string, read: () => Result): Result {
  try {
    return read()
  } catch (cause) {
    if (cause instanceof StoreError) throw cause
    const why = textOf(cause)
    const { errcode = 0 } = cause as { errcode?: number }
    if (classOf(errcode) === busy)
      throw new StoreError('in-use', `${file} is in use by another process`, { cause, retry: 'with-backoff' })
    if (errcode === shortRead || !placeCodes.has(classOf(errcode))) throw damaged(file, why, cause)
    throw new StoreError('unusable', `${file} cannot be opened: ${why}`, { cause, retry: 'with-backoff' })
  }
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** https://sqlite.org/rescode.html: the lower byte names the class, the rest says more about it. */
const classOf = (errcode: number): number => errcode & 0xff
const busy = 5
const shortRead = 522
/** No permission, read-only, disk error, disk full, cannot open. */
const placeCodes: ReadonlySet<number> = new Set([3, 8, 10, 13, 14])

interface StoredRow extends Omit<JournalRow, 'bytes'> {
  readonly checksum: number
  readonly value: Uint8Array | null
}

function foundRow({ value, checksum, ...rest }: StoredRow): FoundRow {
  const bytes = value === null ? undefined : Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  const row = { ...rest, bytes }
  return { row, checksum, sound: checksumOf(row) === checksum }
}

// Without a log nothing can be under way in the file, and SQLite is told not to begin one.
function openReadOnly(file: string, logged: boolean): DatabaseSync {
  const url = pathToFileURL(file)
  if (!logged) url.searchParams.set('immutable', '1')
  return new DatabaseSync(url, { readOnly: true })
}
