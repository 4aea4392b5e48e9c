import { readFileSync } from 'node:fs'
import type { JournalRow } from '../store/journal.ts'
import { checksumOf, tallyWith } from '../store/sqlite-layout.ts'
import { damaged } from '../store/store-error.ts'

/** A text that is kept with the objects, such as a key. */
export interface BackupFile {
  readonly name: string
  readonly text: string
}

/** All objects of a store at one moment, and what lies beside them. */
export interface Backup {
  readonly revision: number
  readonly objects: readonly JournalRow[]
  readonly files: readonly BackupFile[]
}

const format = 'sitrep backup 1'

/** The first lines of a backup. */
export function backupStart(files: readonly BackupFile[]): string {
  const lines: unknown[] = [{ format }, ...files.map((file) => ({ file }))]
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

/** One line an object, byte for byte as it is stored, and the last line, without which a backup is none. */
export function* backupRows(revision: number, objects: Iterable<JournalRow>): Iterable<string> {
  let [count, tally] = [0, 0]
  for (const { bytes, at, ...row } of objects) {
    if (bytes === undefined) continue
    count++
    tally = tallyWith(tally, checksumOf({ ...row, bytes }))
    yield `${JSON.stringify({ object: { ...row, at, text: bytes.toString('utf8') } })}\n`
  }
  const end: BackupEnd = { revision, objects: count, tally }
  yield `${JSON.stringify({ end })}\n`
}

/** What a backup must add up to. */
interface BackupEnd {
  readonly revision: number
  readonly objects: number
  readonly tally: number
}

interface Line {
  readonly format?: unknown
  readonly file?: BackupFile
  readonly object?: Omit<JournalRow, 'bytes'> & { readonly text: string }
  readonly end?: BackupEnd
}

/** Reads a backup. Throws `damaged` where it is none, or is not the whole of one. */
export function readBackup(path: string): Backup {
  const objects: JournalRow[] = []
  const files: BackupFile[] = []
  let [tally, end, first]: [number, BackupEnd | undefined, boolean] = [0, undefined, true]
  for (const text of linesOf(readFileSync(path))) {
    const line = parseLine(path, text)
    if (first && line.format !== format) throw damaged(path, 'it is no backup of a store')
    first = false
    if (line.file !== undefined) files.push(line.file)
    if (line.end !== undefined) end = line.end
    if (line.object === undefined) continue
    const { text: json, ...row } = line.object
    const object = { ...row, bytes: Buffer.from(json) }
    tally = tallyWith(tally, checksumOf(object))
    objects.push(object)
  }
  if (end === undefined) throw damaged(path, first ? 'it is empty' : 'its end is missing')
  if (end.tally !== tally || end.objects !== objects.length)
    throw damaged(path, 'its objects are not those that were written')
  return { revision: end.revision, objects, files }
}

// Only at line feeds: texts of objects hold other characters that the platform takes for the end of a line.
function* linesOf(bytes: Buffer): Iterable<string> {
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(0x0a, start)
    const end = found === -1 ? bytes.length : found
    yield bytes.toString('utf8', start, end)
    start = end + 1
  }
}

function parseLine(path: string, text: string): Line {
  try {
    return JSON.parse(text) as Line
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    throw damaged(path, 'a line of it cannot be read', cause)
  }
}
