import { closeSync, constants, openSync, readSync, statSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { CommandError, type Context } from '../command.ts'
import { type FileLimits, LimitPassed, sizeWords } from './file-limits.ts'
import { bytesOfFile, unreadable } from './unpack.ts'

interface ReadingBytes extends Partial<Pick<Context, 'interrupted'>> {
  readonly limits: Pick<FileLimits, 'unpacked'>
}

// What a shell hands over as `<(...)` is open already: it has a writer, or had one.
const isOpenAlready = (path: string): boolean => /^\/(dev|proc\/self)\/fd\/\d+$/.test(path)

/** The bytes of a file, or of a pipe that has a name. */
export async function readBytes(path: string, named: string, reading: ReadingBytes): Promise<Buffer> {
  const isPipe = statSync(path, { throwIfNoEntry: false })?.isFIFO() === true && !isOpenAlready(path)
  if (!isPipe) return bytesOfFile(path, named, reading.limits)
  try {
    return await bytesOfPipe(path, named, reading)
  } catch (cause) {
    throw cause instanceof CommandError ? cause : unreadable(named, cause)
  }
}

const [chunkBytes, lookEveryMs] = [65_536, 20]

/** Opened without waiting and looked at again and again: nobody could interrupt the system while it waits for a writer. */
async function bytesOfPipe(
  path: string,
  named: string,
  { limits: { unpacked: most }, interrupted }: ReadingBytes,
): Promise<Buffer> {
  const pipe = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const chunks: Buffer[] = []
    for (let size = 0; interrupted?.aborted !== true; ) {
      const chunk = readOnce(pipe)
      // No writer, and something was read: it was all. Before that somebody may still come.
      if (chunk?.length === 0 && size > 0) return Buffer.concat(chunks)
      if (chunk === undefined || chunk.length === 0) {
        await delay(lookEveryMs)
        continue
      }
      size += chunk.length
      if (size > most) throw new LimitPassed(`${named} is larger than ${sizeWords(most)}`)
      chunks.push(chunk)
    }
    throw new CommandError(3, 'Interrupted')
  } finally {
    closeSync(pipe)
  }
}

/** Nothing while a writer is there and has not written; empty where there is none. */
function readOnce(pipe: number): Buffer | undefined {
  const chunk = Buffer.allocUnsafe(chunkBytes)
  try {
    // A copy: whoever writes a byte at a time would have a whole chunk held for each.
    return Buffer.from(chunk.subarray(0, readSync(pipe, chunk)))
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EAGAIN') return undefined
    throw cause
  }
}
