import { close, closeSync, fdatasync, fsync, open, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'

const syncBytes = promisify(fdatasync)
const syncAll = promisify(fsync)
const openFile = promisify(open)
const closeFile = promisify(close)

/** Brings the log of an open database to the disk, beside the work of the process. */
export class LogSync {
  readonly #log: string
  readonly #descriptor: number
  #named = false

  /** The log must be there. */
  constructor(log: string) {
    this.#log = log
    this.#descriptor = openSync(log, 'r+')
  }

  /** Resolves when all that was written to the log before is durable. */
  async sync(): Promise<void> {
    await syncBytes(this.#descriptor)
    if (this.#named) return
    await syncFolder(dirname(this.#log))
    this.#named = true
  }

  close(): void {
    closeSync(this.#descriptor)
  }
}

/** A file that was made a moment ago could lose its name with the power. */
async function syncFolder(folder: string): Promise<void> {
  // Windows has no such thing, and needs none.
  if (process.platform === 'win32') return
  const descriptor = await openFile(folder, 'r')
  try {
    await syncAll(descriptor)
  } finally {
    await closeFile(descriptor)
  }
}
