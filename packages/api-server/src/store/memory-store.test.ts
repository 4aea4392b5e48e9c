import { openMemoryStore } from './memory-store.ts'
import { describeStore } from './store-contract.testing.ts'

describeStore('memory store', (history) => {
  let now = 1_000_000
  const store = openMemoryStore({ now: () => now, ...(history && { history }) })
  return { store, advance: (ms) => (now += ms) }
})
