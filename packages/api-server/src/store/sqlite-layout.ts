import type { DatabaseSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import type { JournalRow } from './journal.ts'
import { StoreError } from './store-error.ts'

/** Marks the file as ours, so that somebody else's database is never taken for a store. */
export const applicationId = 0x51_74_72_70
/** Layout 1 had no tally and no seal beside it; such a store is taken over at its next start. */
export const layoutVersion = 2

/**
 * `tally` is the sum of the checksums of all rows after a transaction. It stands in the last row of that transaction, which
 * is written anyway, and beside the progress where rows were taken away: a part that comes from another time does not add up.
 */
const layout = `
  CREATE TABLE revisions (
    revision INTEGER PRIMARY KEY, cluster TEXT NOT NULL, resource TEXT NOT NULL, namespace TEXT NOT NULL,
    name TEXT NOT NULL, at INTEGER NOT NULL, checksum INTEGER NOT NULL, value BLOB, tally INTEGER
  ) STRICT;
  CREATE TABLE progress (
    id INTEGER PRIMARY KEY CHECK (id = 1), revision INTEGER NOT NULL, compacted INTEGER NOT NULL,
    tally INTEGER NOT NULL, store TEXT NOT NULL
  ) STRICT;
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${layoutVersion};
`

/** How far a store has come: the newest revision ever given out, where history begins, and what its rows add up to. */
export interface Progress {
  readonly revision: number
  readonly compacted: number
  readonly tally: number
  /** Which store this is; its seal names the same one. Empty in layout 1. */
  readonly store: string
}

/** Where a new store begins. */
export const firstProgress: Omit<Progress, 'store'> = { revision: 1, compacted: 1, tally: 0 }

/** Makes the tables in a file that has none, in one transaction. */
export function layOut(database: DatabaseSync, progress: Progress): void {
  database.exec('BEGIN EXCLUSIVE')
  database.exec(layout)
  const { revision, compacted, tally, store } = progress
  database.prepare('INSERT INTO progress VALUES (1, ?, ?, ?, ?)').run(revision, compacted, tally, store)
  database.exec('COMMIT')
}

/** Takes a store of layout 1 over into this one. */
export function takeOver(database: DatabaseSync, { revision, compacted, tally, store }: Progress): void {
  database.exec(`
    BEGIN IMMEDIATE;
    ALTER TABLE revisions ADD COLUMN tally INTEGER;
    ALTER TABLE progress ADD COLUMN tally INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE progress ADD COLUMN store TEXT NOT NULL DEFAULT '';
    PRAGMA user_version = ${layoutVersion};
  `)
  database
    .prepare('UPDATE progress SET revision = ?, compacted = ?, tally = ?, store = ?')
    .run(revision, compacted, tally, store)
  database.exec('COMMIT')
}

/** The layout of a file that is a store. Throws `foreign-file` where it is somebody else's, or one from the future. */
export function readLayout(database: DatabaseSync, file: string): 1 | 2 {
  const { application_id: id } = database.prepare('PRAGMA application_id').get() as { application_id: number }
  const { user_version: version } = database.prepare('PRAGMA user_version').get() as { user_version: number }
  if (id === applicationId && (version === 1 || version === layoutVersion)) return version
  const what =
    id === applicationId ? `a store of layout ${version}, not ${layoutVersion}` : 'not a store of this server'
  throw new StoreError('foreign-file', `${file} is ${what}; it was left as it is`, { retry: 'never' })
}

interface NewestRow {
  readonly revision: number
  readonly tally: number | null
}

/** Throws where the row is missing that every store has. */
export function readProgress(database: DatabaseSync): Progress {
  const { user_version: version } = database.prepare('PRAGMA user_version').get() as { user_version: number }
  const stored = database.prepare('SELECT * FROM progress').get()
  if (stored === undefined) throw new Error('its progress row is missing')
  const progress = stored as unknown as Progress
  const tallied = version === 1 ? 'NULL AS tally' : 'tally'
  const newest = database
    .prepare(`SELECT revision, ${tallied} FROM revisions ORDER BY revision DESC LIMIT 1`)
    .get() as NewestRow | undefined
  const { revision, compacted, tally = 0, store = '' } = progress
  if (newest === undefined || newest.revision <= revision) return { revision, compacted, tally, store }
  return { revision: newest.revision, compacted, tally: newest.tally ?? 0, store }
}

/** What a row must have as its checksum. */
export function checksumOf(row: Omit<JournalRow, 'at'>): number {
  const { revision, cluster, resource, namespace, name, bytes } = row
  const key = crc32(`${revision}\n${cluster}\n${resource}\n${namespace}\n${name}`)
  return bytes === undefined ? key : crc32(bytes, key)
}

const tallyLimit = 2 ** 48

/** The tally after a row came (`checksum`) or went (`-checksum`). Always a number that is exact in JavaScript. */
export function tallyWith(tally: number, checksum: number): number {
  return (tally + checksum + tallyLimit) % tallyLimit
}
