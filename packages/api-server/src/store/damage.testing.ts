import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteStore } from './sqlite-store.ts'
import { podKey, put } from './store-contract.testing.ts'

/** The folder of a store that was killed, as it lies on the disk. */
export interface KilledStore {
  readonly folder: string
  readonly file: string
  readonly log: string
  readonly seal: string
  /** What was acknowledged last. */
  readonly revision: number
}

const now = (): number => 1_000_000

/** How often a store of these tests is written to, each time with one object. */
export const writes = 40

/** Ways to be left behind: killed while all of it lay in the log, ended in order, or never begun. */
export type Ending = 'killed' | 'closed' | 'nothing'

/** Folders with stores; all of them go away together. */
export interface Folders {
  readonly left: (ending: Ending) => Promise<KilledStore>
  /** An older state of the same store, as a copy from another day. */
  readonly older: KilledStore | undefined
  readonly remove: () => void
}

/** Makes stores of `writes` objects. They are made once and copied: each test may spoil its own. */
export function openFolders(): Folders {
  const root = mkdtempSync(join(tmpdir(), 'sitrep-damage-'))
  let count = 0
  let older: KilledStore | undefined
  const made = new Map<Ending, Promise<KilledStore>>()
  const make = async (ending: Ending): Promise<KilledStore> => {
    const folder = mkdtempSync(join(root, ending))
    if (ending === 'nothing') return { ...filesIn(folder), revision: 0 }
    const file = join(folder, 'store.db')
    const store = openSqliteStore({ file, now })
    for (let index = 0; index < writes; index++) {
      await put(store, podKey(`p-${index}`), `pod ${index} ${'x'.repeat(2000)}`)
      if (index === writes / 2 && ending === 'killed') {
        const at = { ...filesIn(join(root, 'older')), revision: store.revision }
        cpSync(folder, at.folder, { recursive: true })
        older = at
      }
    }
    const { revision } = store
    // The bytes at this instant are what a killed process leaves: nothing of it waits in its memory.
    const copy = mkdtempSync(join(root, 'made-'))
    if (ending === 'killed') cpSync(folder, copy, { recursive: true })
    await store.close()
    if (ending === 'closed') cpSync(folder, copy, { recursive: true })
    return { ...filesIn(copy), revision }
  }
  return {
    get older() {
      return older
    },
    left: async (ending) => {
      const original = made.get(ending) ?? make(ending)
      made.set(ending, original)
      const { folder, revision } = await original
      const copy = join(root, `copy-${++count}`)
      cpSync(folder, copy, { recursive: true })
      return { ...filesIn(copy), revision }
    },
    remove: () => rmSync(root, { recursive: true }),
  }
}

function filesIn(folder: string): Omit<KilledStore, 'revision'> {
  const file = join(folder, 'store.db')
  return { folder, file, log: `${file}-wal`, seal: `${file}-seal` }
}

/** Every file of a folder with its bytes. */
export function bytesIn(folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    readdirSync(folder)
      .sort()
      .map((name) => [name, readFileSync(join(folder, name), 'latin1')]),
  )
}

/** Changes one byte of a file; a negative place counts from its end. */
export function flip(file: string, place: number): void {
  const bytes = readFileSync(file)
  const at = place < 0 ? bytes.length + place : place
  bytes[at] = (bytes[at] ?? 0) ^ 0x10
  writeFileSync(file, bytes)
}

/** Where a log of SQLite has its frames: a header, then each with a header of its own and a page. */
export const logLayout = { headerBytes: 32, frameHeaderBytes: 24, pageBytes: 8192 } as const
