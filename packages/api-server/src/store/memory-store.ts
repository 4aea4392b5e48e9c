import { JournaledStore, type StoreOptions } from './journaled-store.ts'
import { openMemoryJournal } from './memory-journal.ts'
import type { Store } from './store.ts'

/** A store that ends with the process. For tests and for clusters that are made to be thrown away. */
export function openMemoryStore(options: StoreOptions): Store {
  return new JournaledStore(openMemoryJournal(), options)
}
