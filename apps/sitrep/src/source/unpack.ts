import { gunzipSync } from 'node:zlib'
import { CommandError } from '../command.ts'
import { type FileLimits, LimitPassed, sizeWords } from './file-limits.ts'

/** Bytes as they were before somebody packed them with gzip; others as they are. More than the limit is refused before it is held. */
export function unpacked(
  bytes: Buffer,
  named: string,
  { unpacked: most }: Pick<FileLimits, 'unpacked'>,
): Buffer {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: most })
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new LimitPassed(`${named} unpacks to more than ${sizeWords(most)}`)
    throw unreadable(named, cause)
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
  ERR_FS_FILE_TOO_LARGE: 'it is larger than 2 GiB',
}

/** What a person is told where a file cannot be read: in words, not in codes of the system. */
export function unreadable(named: string, cause: unknown): CommandError {
  const { code = '', message } = cause as NodeJS.ErrnoException
  const why = systemWords[code] ?? (code.startsWith('Z_') ? 'it is damaged or cut off' : message)
  return new CommandError(2, `${named} cannot be read: ${why}`, { cause })
}
