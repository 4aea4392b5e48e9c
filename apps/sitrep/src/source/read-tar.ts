import { CommandError } from '../command.ts'

/** A file of an archive. */
export interface TarEntry {
  readonly name: string
  readonly bytes: Buffer
}

const block = 512

// More than any bundle holds, and few enough that somebody who waits is told soon.
const mostEntries = 200_000

/** Whether these bytes begin like a tar archive. */
export const isTar = (bytes: Buffer): boolean => bytes.subarray(257, 262).toString('latin1') === 'ustar'

/** The plain files of a tar archive, long names included. An archive that ends in the middle of a file is refused. */
export function readTar(bytes: Buffer, named: string): readonly TarEntry[] {
  const entries: TarEntry[] = []
  let longName: string | undefined
  for (let at = 0; at + block <= bytes.length; ) {
    const header = bytes.subarray(at, at + block)
    if (header.every((byte) => byte === 0)) break
    if (entries.length >= mostEntries)
      throw new CommandError(2, `${named} holds more than ${mostEntries} files, which are not read`)
    const size = Number.parseInt(textAt(header, 124, 12), 8) || 0
    const end = at + block + size
    if (end > bytes.length) throw new CommandError(2, `${named} ends in the middle of a file: it was cut off`)
    const content = bytes.subarray(at + block, end)
    const type = String.fromCharCode(header[156] ?? 0)
    if (type === 'L') longName = textAt(content, 0, size)
    else if (type === 'x') longName = /(?:^|\n)\d+ path=([^\n]*)\n/.exec(content.toString('utf8'))?.[1]
    else {
      if (type === '0' || type === '\0') entries.push({ name: longName ?? nameIn(header), bytes: content })
      longName = undefined
    }
    at = at + block + Math.ceil(size / block) * block
  }
  return entries
}

function nameIn(header: Buffer): string {
  const [name, prefix] = [textAt(header, 0, 100), textAt(header, 345, 155)]
  return prefix === '' ? name : `${prefix}/${name}`
}

function textAt(bytes: Buffer, start: number, length: number): string {
  const text = bytes.subarray(start, start + length).toString('utf8')
  const end = text.indexOf('\0')
  return (end === -1 ? text : text.slice(0, end)).trim()
}
