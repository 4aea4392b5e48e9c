import { isIP } from 'node:net'

/**
 * One word of a configuration file, whatever is in it: strong quotes keep everything but themselves, and bytes that would end the line are
 * written by their number. A zero byte would end the word, so that it becomes another one that nobody sends.
 */
export const word = (text: string): string => {
  const parts = text.split(/([\p{Cc}'])/u).filter((part) => part !== '')
  return parts.length === 0
    ? "''"
    : parts.map((part) => (isSpecial(part) ? special(part) : `'${part}'`)).join('')
}

const isSpecial = (part: string): boolean => /^[\p{Cc}']$/u.test(part)

const special = (part: string): string =>
  part === "'" ? "\\'" : `\\x${(part.charCodeAt(0) || 1).toString(16).padStart(2, '0')}`

/** A text that is sent as it stands where a format is expected; line ends, with which it could begin another header, become spaces. */
export const format = (text: string): string => word(text === '' ? emptyFormat : plainFormat(text))

// An empty word counts as none, so that a variable is named that nobody sets.
const emptyFormat = '%[var(txn.nothing)]'

/** The same as part of a longer format, not yet a word. */
export const plainFormat = (text: string): string => text.replaceAll(/\p{Cc}/gu, ' ').replaceAll('%', '%%')

/** A regular expression that holds for exactly this text. Bytes are written by their number, so that no character of it means anything. */
export const literal = (text: string): string =>
  [...Buffer.from(text)]
    .map((byte) =>
      /[A-Za-z0-9/_]/.test(String.fromCharCode(byte))
        ? String.fromCharCode(byte)
        : `\\x${byte.toString(16).padStart(2, '0')}`,
    )
    .join('')

/** Whether it can be the name of a header, and stand between the brackets of an expression. */
export const isName = (name: string): boolean => /^[A-Za-z0-9!#$%&*+.^_`|~-]+$/.test(name)

/** Whether it can be a hostname, perhaps with a wildcard in front. */
export const isHostname = (name: string): boolean =>
  name.length <= 253 &&
  /^(\*\.)?[a-z0-9]([a-z0-9_-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9_-]*[a-z0-9])?)*$/.test(name)

/** Whether a request line can hold it as a path, and a line of a map as its first word. */
export const isPath = (path: string): boolean => /^\/[\x21-\x7e]*$/.test(path)

/** An address and a port as they are opened or connected to; nothing where the address is none. */
export function socketAddress(address: string, port: number): string | undefined {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return undefined
  const version = isIP(address)
  if (version === 0 || address.includes('%')) return undefined
  return version === 6 ? `[${address}]:${port}` : `${address}:${port}`
}
