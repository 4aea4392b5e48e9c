import { CommandError } from '../command.ts'

/** The text of a file in UTF-8 or, where it begins with the mark for that, in UTF-16. What is no text is called so. */
export function textOf(bytes: Buffer, named: string): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (bytes.subarray(0, 8_192).includes(0))
    throw new CommandError(2, `${named} is a binary file and not YAML or JSON`)
  return new TextDecoder('utf-8').decode(bytes)
}
