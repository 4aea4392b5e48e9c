import {
  closeSync,
  copyFileSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { JournalRow } from '../store/journal.ts'
import { makeStore, openSqliteJournal } from '../store/sqlite-journal.ts'
import { filesOf, sizeOf } from '../store/store-files.ts'

const leap = 1_000_000

/**
 * A revision above all that anybody can have been given, also by a store whose newest part nobody can read any more. Whoever
 * watches from an earlier one is told that it is too old, and lists again.
 */
export function leapAbove(known: number): number {
  return (Math.ceil(known / leap) + 1) * leap
}

export interface Replacement {
  readonly objects: readonly JournalRow[]
  /** Where the new store goes on; above the revision of every object. */
  readonly revision: number
  /** A name, in the same folder, for what is there now. */
  readonly aside: string
}

/**
 * Puts a new store in the place of whatever lies there; returns the folder in which that lies now, if there was anything. An
 * interruption at any point leaves something that is refused, never an empty store that looks like a whole one.
 */
export function replaceStore(file: string, { objects, revision, aside }: Replacement): string | undefined {
  const folder = dirname(file)
  const work = mkdtempSync(join(folder, 'store-new-'))
  try {
    const made = filesOf(join(work, basename(file)))
    makeStore(made.file, { revision, compacted: revision, tally: 0 })
    fill(made.file, objects, revision)
    const kept = setAside(file, join(folder, aside))
    // The seal first: a seal without a store is refused, a store without a seal too, and nothing at all would be a beginning.
    renameSync(made.seal, filesOf(file).seal)
    renameSync(made.file, file)
    syncFolder(folder)
    return kept
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function fill(file: string, objects: readonly JournalRow[], revision: number): void {
  const journal = openSqliteJournal(file)
  try {
    for (const row of journal.load()) throw new TypeError(`A new store has revision ${row.revision}`)
    journal.append(objects, { obsolete: [], compacted: revision, revision })
  } finally {
    journal.close()
  }
}

/** The seal is copied, not moved: as long as it lies there nobody takes the place for an empty one. */
function setAside(file: string, folder: string): string | undefined {
  const { log, index, seal } = filesOf(file)
  const there = [file, log, index].filter((each) => sizeOf(each) !== undefined)
  const sealed = sizeOf(seal) !== undefined
  if (there.length === 0 && !sealed) return undefined
  mkdirSync(folder, { mode: 0o700 })
  if (sealed) copyFileSync(seal, join(folder, basename(seal)))
  for (const each of there) renameSync(each, join(folder, basename(each)))
  return folder
}

function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
