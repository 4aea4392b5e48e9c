import { CommandError } from '../command.ts'

const words: Readonly<Record<string, string>> = {
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
  const why = words[code] ?? (code.startsWith('Z_') ? 'it is damaged or cut off' : message)
  return new CommandError(2, `${named} cannot be read: ${why}`, { cause })
}
