import type { Journal } from './journal.ts'
import { JournaledStore, type StoreOptions } from './journaled-store.ts'
import type { Store } from './store.ts'

/** A store that ends with the process. For tests and for clusters that are made to be thrown away. */
export function openMemoryStore(options: StoreOptions): Store {
  return new JournaledStore(openMemoryJournal(), options)
}

/** Keeps nothing: what it is given lives in the store's own memory and ends with the process. */
function openMemoryJournal(): Journal {
  return {
    revision: 1,
    compacted: 1,
    load: () => [],
    append: () => undefined,
    close: () => undefined,
  }
}
