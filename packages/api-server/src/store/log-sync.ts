import { close, closeSync, fdatasync, fstatSync, fsync, open, openSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'

const syncBytes = promisify(fdatasync)
const syncAll = promisify(fsync)
const openFile = promisify(open)
const closeFile = promisify(close)

/** A log that is still short grows as it is written. */
const shortBytes = 1024 * 1024
const room = Buffer.alloc(1024 * 1024)

/** Brings the log of an open database to the disk, beside the work of the process. */
export class LogSync {
  readonly #log: string
  readonly #descriptor: number
  #named = false
  #bytes: number

  /** The log must be there. */
  constructor(log: string) {
    this.#log = log
    this.#descriptor = openSync(log, 'r+')
    this.#bytes = fstatSync(this.#descriptor).size
  }

  /**
   * Called after the log was written to. A sync of a file that has grown has to note its new size and blocks as well,
   * which takes about twice as long: so a long one grows by much at a time, ahead of what is written. What is read of it
   * ends with its last whole transaction, zeros or not.
   */
  makeRoom(): void {
    const { size } = fstatSync(this.#descriptor)
    if (size <= this.#bytes) return
    this.#bytes = size
    if (size < shortBytes) return
    try {
      this.#bytes += writeSync(this.#descriptor, room, 0, room.length, size)
    } catch (error) {
      // A disk without room for more has had room for the log, and may have it for the next write.
      if ((error as NodeJS.ErrnoException).code === undefined) throw error
    }
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
