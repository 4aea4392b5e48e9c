import { CommandError } from '../command.ts'
import { type FileLimits, LimitPassed } from './file-limits.ts'

/** A file of an archive. */
export interface TarEntry {
  readonly name: string
  readonly bytes: Buffer
}

const block = 512

// Longer than any path that a system takes.
const longestName = 4_096

/** Whether these bytes begin like a tar archive. */
export const isTar = (bytes: Buffer): boolean => bytes.subarray(257, 262).toString('latin1') === 'ustar'

/**
 * The plain files of a tar archive, long names included. Links and folders are passed over, and a name is a name and no path: nothing is
 * written anywhere. An archive that ends in the middle of a file is refused.
 */
export function readTar(
  bytes: Buffer,
  named: string,
  { entries: most }: Pick<FileLimits, 'entries'>,
): readonly TarEntry[] {
  const entries: TarEntry[] = []
  let longName: string | undefined
  let seen = 0
  for (let at = 0; at + block <= bytes.length; ) {
    const header = bytes.subarray(at, at + block)
    if (header[0] === 0 && header.every((byte) => byte === 0)) break
    if (++seen > most) throw new LimitPassed(`${named} has more than ${most} entries`)
    const size = sizeIn(header, named)
    const end = at + block + size
    if (end > bytes.length) throw new CommandError(2, `${named} ends in the middle of a file: it was cut off`)
    const content = bytes.subarray(at + block, end)
    const type = String.fromCharCode(header[156] ?? 0)
    if (type === 'L') longName = textAt(content, 0, Math.min(size, longestName))
    else if (type === 'x') longName = /(?:^|\n)\d+ path=([^\n]*)\n/.exec(textHead(content))?.[1]
    else {
      if (type === '0' || type === '\0') entries.push({ name: longName ?? nameIn(header), bytes: content })
      longName = undefined
    }
    at = at + block + Math.ceil(size / block) * block
  }
  return entries
}

function sizeIn(header: Buffer, named: string): number {
  const digits = textAt(header, 124, 12)
  if (digits === '') return 0
  if (/^[0-7]+$/.test(digits)) return Number.parseInt(digits, 8)
  throw new CommandError(2, `${named} is a damaged archive: an entry says no size`)
}

const textHead = (content: Buffer): string => content.subarray(0, 4 * longestName).toString('utf8')

function nameIn(header: Buffer): string {
  const [name, prefix] = [textAt(header, 0, 100), textAt(header, 345, 155)]
  return prefix === '' ? name : `${prefix}/${name}`
}

function textAt(bytes: Buffer, start: number, length: number): string {
  const text = bytes.subarray(start, start + length).toString('utf8')
  const end = text.indexOf('\0')
  return (end === -1 ? text : text.slice(0, end)).trim()
}
