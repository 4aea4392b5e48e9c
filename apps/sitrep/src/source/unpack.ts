import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { CommandError } from '../command.ts'
import { type FileLimits, LimitPassed, sizeWords, type UnpackBudget } from './file-limits.ts'

/** Bytes as they were before somebody packed them with gzip; others as they are. More than the budget is refused before it is held. */
export function unpacked(bytes: Buffer, named: string, budget: UnpackBudget): Buffer {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    const whole = gunzipSync(bytes, { maxOutputLength: budget.left })
    budget.spend(whole.length)
    return whole
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw budget.refusal(named)
    throw unreadable(named, cause)
  }
}

const chunkBytes = 1_048_576

/** The bytes of a file: no more than one may have, whatever the system says of its size. Devices have none, and no end. */
export function bytesOfFile(
  path: string,
  named: string,
  { unpacked: most }: Pick<FileLimits, 'unpacked'>,
): Buffer {
  const tooLarge = (): LimitPassed => new LimitPassed(`${named} is larger than ${sizeWords(most)}`)
  try {
    const file = openSync(path, 'r')
    try {
      if (fstatSync(file).size > most) throw tooLarge()
      const chunks: Buffer[] = []
      const chunk = Buffer.allocUnsafe(chunkBytes)
      for (let size = 0; ; ) {
        const read = readSync(file, chunk)
        if (read === 0) return Buffer.concat(chunks)
        size += read
        if (size > most) throw tooLarge()
        // A copy: whoever writes a byte at a time would have a whole chunk held for each.
        chunks.push(Buffer.from(chunk.subarray(0, read)))
      }
    } finally {
      closeSync(file)
    }
  } catch (cause) {
    throw cause instanceof CommandError ? cause : unreadable(named, cause)
  }
}

const systemWords: Readonly<Record<string, string>> = {
  EACCES: 'it may not be read by this user',
  EISDIR: 'it is a folder and not a file',
  ELOOP: 'its links lead in a circle',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'its name is too long',
  ENOENT: 'there is no such file',
  ENOTDIR: 'a part of its path is a file and not a folder',
  EPERM: 'it may not be read by this user',
}

/** What a person is told where a file cannot be read: in words, not in codes of the system. */
export function unreadable(named: string, cause: unknown): CommandError {
  const { code = '', message } = cause as NodeJS.ErrnoException
  const why = systemWords[code] ?? (code.startsWith('Z_') ? 'it is damaged or cut off' : message)
  return new CommandError(2, `${named} cannot be read: ${why}`, { cause })
}
