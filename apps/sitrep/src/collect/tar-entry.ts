import { CommandError } from '../command.ts'

const block = 512

/** One plain file as it stands in a tar archive: readable by its owner alone, of nobody and of no time, so that the same content gives the same bytes. */
export function tarEntry(name: string, content: Buffer): Buffer {
  const header = Buffer.alloc(block)
  // Our own names are short; what does not fit would be cut without a word.
  if (Buffer.byteLength(name) > 100) throw new CommandError(3, `${name} is too long for an archive`)
  header.write(name, 0)
  for (const [at, digits] of [
    [100, '0000600'],
    [108, '0000000'],
    [116, '0000000'],
    [124, content.length.toString(8).padStart(11, '0')],
    [136, '00000000000'],
  ] as const)
    header.write(digits, at, 'latin1')
  header.write('        0', 148, 'latin1')
  header.write('ustar\0', 257, 'latin1')
  header.write('00', 263, 'latin1')
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  const padding = Buffer.alloc((block - (content.length % block)) % block)
  return Buffer.concat([header, content, padding])
}

/** What ends an archive. */
export const tarEnd: Buffer = Buffer.alloc(2 * block)
