import { closeSync, copyFileSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { readProgress } from '../store/sqlite-layout.ts'
import { StoreError } from '../store/store-error.ts'
import { filesOf, lookAtFiles, sizeOf } from '../store/store-files.ts'
import { type FoundRow, openReader, readRows } from '../store/store-reader.ts'
import { readSeal } from '../store/store-seal.ts'
import { putPages } from './log-pages.ts'
import { readObjects } from './read-objects.ts'
import { leapAbove, replaceStore } from './replace-store.ts'

/** What became of a store that was repaired. */
export interface Repair {
  /** Objects that were kept, each in the newest state that could be read. */
  readonly objects: number
  /** What could not be read, one sentence each. */
  readonly lost: readonly string[]
  /** Where the new store goes on. */
  readonly revision: number
  /** The folder in which the old files lie now. */
  readonly kept: string | undefined
}

/**
 * Makes a new store of all that can be read and puts the old one aside. Throws `in-use` or `foreign-file`, and `damaged`
 * where nothing at all can be read; then nothing was changed.
 */
export function repairStore(file: string, aside: string): Repair {
  assertUnused(file)
  const sealed = attempt(() => readSeal(filesOf(file).seal))
  const salvaged = salvage(file, sealed?.revision ?? 0)
  const known = Math.max(salvaged.revision, sealed?.revision ?? 0)
  const lost = sentencesOf(salvaged)
  if (known > salvaged.revision)
    lost.push(`what was acknowledged after revision ${salvaged.revision}, up to ${known}`)
  const objects = readObjects(salvaged.rows)
  if (objects.length === 0 && known > 1)
    throw new StoreError('damaged', `Nothing of ${file} can be read; it was left as it is`, {
      retry: 'never',
    })
  const revision = leapAbove(known)
  const kept = replaceStore(file, { objects, revision, aside })
  return { objects: objects.length, lost, revision, kept }
}

/** Somebody who has it open would go on writing into what was put aside. */
function assertUnused(file: string): void {
  attempt(() => lookAtFiles(filesOf(file)))
  if (sizeOf(file) !== undefined) attempt(() => openReader(file).close())
}

interface Salvaged {
  readonly rows: FoundRow['row'][]
  /** Revisions of rows that are not what was written. */
  readonly spoilt: number[]
  /** Where nothing can be read, in order. */
  readonly gaps: Range[]
  /** The newest revision that was found. */
  revision: number
}

interface Range {
  readonly from: number
  readonly to: number
}

function sentencesOf({ spoilt, gaps }: Salvaged): string[] {
  const joined: Range[] = []
  for (const gap of gaps) {
    const before = joined.at(-1)
    if (before?.to === gap.from - 1) joined[joined.length - 1] = { from: before.from, to: gap.to }
    else joined.push(gap)
  }
  return [
    ...spoilt.map((revision) => `revision ${revision}, which has a wrong checksum`),
    ...joined.map(({ from, to }) => `what was written from revision ${from} to ${to}`),
  ]
}

function salvage(file: string, sealed: number): Salvaged {
  const work = mkdtempSync(join(dirname(file), 'store-reading-'))
  const salvaged: Salvaged = { rows: [], spoilt: [], gaps: [], revision: 0 }
  try {
    const copy = join(work, 'store.db')
    copyWithLog(file, copy)
    const url = pathToFileURL(copy)
    url.searchParams.set('immutable', '1')
    const database = new DatabaseSync(url, { readOnly: true })
    try {
      salvaged.revision = revisionIn(database)
      const to = Math.max(salvaged.revision, sealed) || 2 ** 32
      readAround(salvaged, { file, database, attemptsLeft: 100_000 }, { from: 0, to })
      salvaged.revision = Math.max(salvaged.revision, salvaged.rows.at(-1)?.revision ?? 0)
    } finally {
      database.close()
    }
    return salvaged
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** The file as it would be with its log in it, and with what SQLite must find at its beginning. */
function copyWithLog(file: string, copy: string): void {
  if (sizeOf(file) === undefined) closeSync(openSync(copy, 'a', 0o600))
  else copyFileSync(file, copy)
  const { log } = filesOf(file)
  if ((sizeOf(log) ?? 0) > 0) putPages(log, copy)
  if ((sizeOf(copy) ?? 0) === 0) return
  const descriptor = openSync(copy, 'r+')
  writeSync(descriptor, 'SQLite format 3\0', 0)
  writeSync(descriptor, Buffer.from([2, 2]), 0, 2, 18)
  closeSync(descriptor)
}

function revisionIn(database: DatabaseSync): number {
  try {
    return readProgress(database).revision
  } catch (error) {
    // The rows may still be readable, and tell it too.
    if (!(error instanceof Error)) throw error
    return 0
  }
}

interface Reading {
  readonly file: string
  readonly database: DatabaseSync
  attemptsLeft: number
}

/** Reads a range of revisions; where it cannot be read on, the halves of what is left, down to the places themselves. */
function readAround(salvaged: Salvaged, reading: Reading, range: Range): void {
  let { from } = range
  try {
    reading.attemptsLeft--
    for (const { row, sound } of readRows(reading.file, reading, { from, to: range.to })) {
      from = row.revision + 1
      if (sound) salvaged.rows.push(row)
      else salvaged.spoilt.push(row.revision)
    }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    if (from > range.to) return
    if (from === range.to || reading.attemptsLeft <= 0) {
      salvaged.gaps.push({ from, to: range.to })
      return
    }
    const middle = Math.floor((from + range.to) / 2)
    readAround(salvaged, reading, { from, to: middle })
    readAround(salvaged, reading, { from: middle + 1, to: range.to })
  }
}

function attempt<Result>(look: () => Result): Result | undefined {
  try {
    return look()
  } catch (error) {
    if (error instanceof StoreError && error.code === 'damaged') return undefined
    throw error
  }
}
