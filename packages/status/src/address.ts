/**
 * Where one condition stands in its object. `at` names the list, as it is written: absent for `status.conditions`, the path below the
 * status for another fixed list (`v1beta2`), list and key for an entry of a keyed one (`listeners[https]`).
 */
export interface Address {
  readonly at?: string | undefined
  readonly type: string
}

/** The key that stands for every entry of a keyed list. */
export const everyEntry = '*'

/**
 * The one written form of an address: `Ready`, `v1beta2:Ready`, `listeners[https]:Programmed`. A condition of `status.conditions` is
 * written as its bare type.
 */
export const formatAddress = ({ at, type }: Address): string =>
  at === undefined || at === '' ? type : `${at}:${type}`

/** Reads a written address. Types hold no colon, so the last one outside brackets divides; a text without one is a bare type. */
export function parseAddress(written: string): Address {
  const closing = written.lastIndexOf(']')
  const colon = written.indexOf(':', Math.max(closing, 0))
  const divides = closing === -1 ? written.lastIndexOf(':') : colon
  if (divides <= 0) return { type: written }
  return { at: written.slice(0, divides), type: written.slice(divides + 1) }
}

/** The name of an entry: its list, and its key in brackets. A key that would be misread is quoted as JSON. */
export const formatEntry = (list: string, key: string): string =>
  `${list}[${/^[^\s"[\]\p{Cc}]+$/u.test(key) ? key : JSON.stringify(key)}]`

/** An address that stands for its like in every entry: `listeners[*]:Programmed`. Names of entries are many, those of lists are few. */
export function inEveryEntry(written: string): string {
  const { at, type } = parseAddress(written)
  const entry = at === undefined ? undefined : parseEntry(at)
  return entry === undefined ? written : formatAddress({ at: formatEntry(entry.list, everyEntry), type })
}

/** Reads the name of an entry; nothing where the text is the name of a whole list. */
export function parseEntry(at: string): { readonly list: string; readonly key: string } | undefined {
  const open = at.indexOf('[')
  if (open <= 0 || !at.endsWith(']')) return undefined
  return { list: at.slice(0, open), key: unquoted(at.slice(open + 1, -1)) }
}

function unquoted(key: string): string {
  if (!key.startsWith('"')) return key
  try {
    const value: unknown = JSON.parse(key)
    return typeof value === 'string' ? value : key
  } catch {
    return key
  }
}
