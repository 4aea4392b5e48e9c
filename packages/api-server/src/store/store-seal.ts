import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { damaged } from './store-error.ts'

/**
 * What a store has acknowledged, in a file beside it. A log that lost its end looks like one that never had it: only
 * something outside of the log can tell the two apart.
 */
export interface Seal {
  readonly store: string
  readonly revision: number
}

/** Keeps the seal of a store that is open. */
export interface SealWriter {
  /** Called after the write is durable, so that the seal is never ahead of the store. */
  write(revision: number): void
  close(): void
}

// Two places in turns: whatever ends a write half-way, the one before it can still be read.
const places = 2
const placeBytes = 512
const line = /^sitrep seal ([0-9a-f]{16}) revision (\d{16}) check ([0-9a-f]{8})\n/

/** The newest seal in the file; absent where there is no file or nothing in it. Throws `damaged` where none of it can be read. */
export function readSeal(file: string): Seal | undefined {
  const text = readIfThere(file)
  // Nothing is in it yet where a start was interrupted at that point.
  if (text === undefined || text === '') return undefined
  const seals = Array.from({ length: places }, (_, place) => parseSeal(text.slice(place * placeBytes)))
  const [newest] = seals.filter((seal) => seal !== undefined).sort((a, b) => b.revision - a.revision)
  if (newest === undefined) throw damaged(file, 'it tells of no revision')
  return newest
}

/** Opens or makes the file and puts the seal in all places of it, synced. */
export function openSeal(file: string, { store, revision }: Seal): SealWriter {
  closeSync(openSync(file, 'a', 0o600))
  const open = openSync(file, 'r+')
  for (let place = 0; place < places; place++)
    writeSync(open, formatSeal({ store, revision }).padEnd(placeBytes), place * placeBytes)
  fsyncSync(open)
  let next = 0
  return {
    write: (newest) => {
      try {
        // Not synced: it outlives the process at once and the machine within seconds.
        writeSync(open, formatSeal({ store, revision: newest }), next * placeBytes)
        next = (next + 1) % places
      } catch (error) {
        // What it tells of is durable already and cannot be taken back. A seal that is behind refuses nothing.
        if ((error as NodeJS.ErrnoException).code === undefined) throw error
      }
    },
    close: () => {
      fsyncSync(open)
      closeSync(open)
    },
  }
}

function formatSeal({ store, revision }: Seal): string {
  const said = `sitrep seal ${store} revision ${String(revision).padStart(16, '0')}`
  return `${said} check ${checkOf(said)}\n`
}

function parseSeal(text: string): Seal | undefined {
  const [whole, store, revision, check] = line.exec(text) ?? []
  if (whole === undefined || store === undefined) return undefined
  const said = whole.slice(0, whole.indexOf(' check '))
  return check === checkOf(said) ? { store, revision: Number(revision) } : undefined
}

function checkOf(said: string): string {
  return crc32(said).toString(16).padStart(8, '0')
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'latin1')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
