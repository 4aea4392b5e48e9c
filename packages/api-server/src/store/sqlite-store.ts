import { JournaledStore, type StoreOptions } from './journaled-store.ts'
import { openSqliteJournal } from './sqlite-journal.ts'
import type { Store } from './store.ts'

export interface SqliteStoreOptions extends StoreOptions {
  /** Made at first use, readable by its owner only. Its folder must exist. */
  readonly file: string
}

/**
 * A store in one SQLite file. What it acknowledged survives the end of the process at any instant. Throws `damaged`,
 * `foreign-file` or `in-use` without touching the file when it cannot be trusted.
 */
export function openSqliteStore(options: SqliteStoreOptions): Store {
  const journal = openSqliteJournal(options.file)
  try {
    return new JournaledStore(journal, options)
  } catch (error) {
    journal.close()
    throw error
  }
}
