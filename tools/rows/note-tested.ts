// Loaded before every test file: the rows that its table tests go through are added to the file that SITREP_ROWS names, by the profiles and
// kinds whose tables hold those very rows.
import { appendFileSync } from 'node:fs'

const file = process.env.SITREP_ROWS
const tested = new Set<object>()
Reflect.set(globalThis, Symbol.for('sitrep.tested-rows'), tested)

process.once('beforeExit', async () => {
  if (file === undefined || tested.size === 0) return
  const { allRows, keyOf } = await import('./rows-seen.ts')
  const keys = allRows().flatMap((row) => (tested.has(row.itself) ? [keyOf(row)] : []))
  appendFileSync(file, keys.map((key) => `${key}\n`).join(''))
})
