import { readFileSync } from 'node:fs'

// The tables are published with the sources only; this address finds them from `src/builtin` and `dist/builtin` alike.
const tablesFolder = new URL('../../src/builtin/tables/', import.meta.url)

const tables = new Map<string, unknown>()

/** A generated table by name. Its shape is what `tools/generate/kubernetes` wrote; it is read once and never changes. */
export function readTable<T>(name: string): T {
  const known = tables.get(name)
  if (known !== undefined) return known as T
  const table: unknown = JSON.parse(readFileSync(new URL(`${name}.json`, tablesFolder), 'utf8'))
  tables.set(name, table)
  return table as T
}
