import type { JournalRow } from '../store/journal.ts'
import { assertSealed } from '../store/sqlite-journal.ts'
import { tallyWith } from '../store/sqlite-layout.ts'
import { StoreError } from '../store/store-error.ts'
import { filesOf, lookAtFiles } from '../store/store-files.ts'
import { openReader, readRows, type StoreReader, trusted } from '../store/store-reader.ts'
import { readObjects } from './read-objects.ts'

/** What was found out about a store, without changing anything of it. */
export interface StoreReport {
  /** One sentence each; none where the store is whole. */
  readonly problems: readonly string[]
  readonly objects: number
  /** The newest revision that can be read, and the one that was acknowledged last. */
  readonly revision: number | undefined
  readonly sealed: number | undefined
}

/** Looks at every row and every page. Throws `in-use` where a server has it open and `foreign-file` where it is no store. */
export function checkStore(file: string): StoreReport {
  const { objects, ...report } = readStore(file)
  return { ...report, objects: objects.length }
}

/** As `checkStore`, with the objects themselves: each in the newest state that is sound. */
export function readStore(
  file: string,
): Omit<StoreReport, 'objects'> & { readonly objects: readonly JournalRow[] } {
  const problems: string[] = []
  const found = attempt(problems, () => lookAtFiles(filesOf(file)))
  if (found?.found !== 'store') return { problems, objects: [], revision: undefined, sealed: undefined }
  const sealed = found.seal?.revision
  const reader = attempt(problems, () => openReader(file))
  if (reader === undefined) return { problems, objects: [], revision: undefined, sealed }
  try {
    attempt(problems, () => assertSealed(file, reader, found.seal))
    const objects = attempt(problems, () => readObjects(soundRows(file, reader, problems))) ?? []
    attempt(problems, () => checkPages(file, reader, problems))
    return { problems, objects, revision: reader.progress.revision, sealed }
  } finally {
    reader.close()
  }
}

function* soundRows(file: string, reader: StoreReader, problems: string[]): Iterable<JournalRow> {
  let tally = 0
  for (const { row, checksum, sound } of readRows(file, reader)) {
    tally = tallyWith(tally, checksum)
    if (sound) yield row
    else problems.push(`revision ${row.revision} has a wrong checksum`)
  }
  if (reader.layout !== 1 && tally !== reader.progress.tally)
    problems.push(`its parts do not add up to revision ${reader.progress.revision}: some are of another time`)
}

function checkPages(file: string, { database }: StoreReader, problems: string[]): void {
  const answers = trusted(file, () => database.prepare('PRAGMA integrity_check(20)').all()) as {
    integrity_check: string
  }[]
  for (const { integrity_check: answer } of answers)
    if (answer !== 'ok') problems.push(answer.replaceAll('\n', ' '))
}

/** What is damaged is a finding here; that it cannot be looked at is not. */
function attempt<Result>(problems: string[], look: () => Result): Result | undefined {
  try {
    return look()
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== 'damaged') throw error
    problems.push(error.why ?? error.message)
    return undefined
  }
}
