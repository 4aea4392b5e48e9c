import { shortEscapes } from '../../../json/quote.ts'
import { CelError } from '../cel-error.ts'
import { traversal, traversalOfFirst } from '../meter.ts'
import { declare, type Overload } from '../overload.ts'
import { ArrayList, type CelList, type CelValue, sizeOf } from '../values.ts'
import { checkFormat, formatText } from './string-format.ts'

const twice = (values: readonly CelValue[]): number => traversal(2 * sizeOf(values[0] as CelValue))
/** What replacing can make of a text at most. */
const replaced = ([text = '', part = '', other = '']: readonly CelValue[]): number =>
  traversal(sizeOf(text) + Math.ceil((sizeOf(text) + 1) / Math.max(1, sizeOf(part))) * sizeOf(other))
const joined = ([list, separator = '']: readonly CelValue[]): number => {
  const items = (list as CelList).items()
  return traversal(items.reduce<number>((total, item) => total + sizeOf(item) + sizeOf(separator), 0))
}
const product = (values: readonly CelValue[]): number =>
  traversalOfFirst(values) * traversal(sizeOf(values[1] as CelValue))

export const stringFunctions: readonly Overload[] = [
  declare('.contains(string, string): bool', (text: string, part: string) => text.includes(part), product),
  declare(
    '.startsWith(string, string): bool',
    (text: string, part: string) => text.startsWith(part),
    traversalOfFirst,
  ),
  declare(
    '.endsWith(string, string): bool',
    (text: string, part: string) => text.endsWith(part),
    traversalOfFirst,
  ),
  declare('.charAt(string, int): string', charAt),
  declare(
    '.indexOf(string, string): int',
    (text: string, part: string) => indexOf(text, part, 0n),
    traversalOfFirst,
  ),
  declare('.indexOf(string, string, int): int', indexOf, traversalOfFirst),
  declare(
    '.lastIndexOf(string, string): int',
    (text: string, part: string) => lastIndexOf(text, part),
    traversalOfFirst,
  ),
  declare('.lastIndexOf(string, string, int): int', lastIndexOf, traversalOfFirst),
  declare(
    '.lowerAscii(string): string',
    (text: string) => text.replace(/[A-Z]+/g, (part) => part.toLowerCase()),
    traversalOfFirst,
  ),
  declare(
    '.upperAscii(string): string',
    (text: string) => text.replace(/[a-z]+/g, (part) => part.toUpperCase()),
    traversalOfFirst,
  ),
  declare(
    '.replace(string, string, string): string',
    (text: string, part: string, other: string) => replace(text, part, other),
    { upfront: replaced, cost: twice },
  ),
  declare('.replace(string, string, string, int): string', replaceSome, { upfront: replaced, cost: twice }),
  declare(
    '.split(string, string): list(string)',
    (text: string, separator: string) => split(text, separator),
    twice,
  ),
  declare('.split(string, string, int): list(string)', split, twice),
  declare(
    '.substring(string, int): string',
    (text: string, from: bigint) => substring(text, from),
    traversalOfFirst,
  ),
  declare('.substring(string, int, int): string', substring, traversalOfFirst),
  declare(
    '.trim(string): string',
    (text: string) => text.replace(/^[\p{White_Space}]+|[\p{White_Space}]+$/gu, ''),
    traversalOfFirst,
  ),
  declare('.join(list(string)): string', (list: CelList) => join(list, ''), { upfront: joined }),
  declare('.join(list(string), string): string', join, { upfront: joined }),
  declare('.format(string, list(dyn)): string', formatText, {
    cost: (values, result) => traversalOfFirst(values) + traversal(sizeOf(result)),
    prepare: ([text]) => {
      if (typeof text === 'string') checkFormat(text)
      return undefined
    },
  }),
  declare('strings.quote(string): string', quote, traversalOfFirst),
]

function charAt(text: string, index: bigint): string {
  const characters = [...text]
  const at = Number(index)
  if (at < 0 || at > characters.length) throw new CelError(`index out of range: ${index}`)
  return characters[at] ?? ''
}

/** Positions are counted in characters; those of the platform in UTF-16 units. */
function indexOf(text: string, part: string, from: bigint): bigint {
  const characters = [...text]
  const start = Number(from)
  if (start < 0 || start > characters.length) {
    throw new CelError(`index out of range: ${from}`)
  }
  const rest = characters.slice(start).join('')
  const found = rest.indexOf(part)
  return found < 0 ? -1n : BigInt(start + [...rest.slice(0, found)].length)
}

function lastIndexOf(text: string, part: string, until?: bigint): bigint {
  const characters = [...text]
  if (until !== undefined && (until < 0n || Number(until) > characters.length)) {
    throw new CelError(`index out of range: ${until}`)
  }
  const limit = until === undefined ? text.length : characters.slice(0, Number(until)).join('').length
  const found = text.lastIndexOf(part, limit)
  return found < 0 ? -1n : BigInt([...text.slice(0, found)].length)
}

function replace(text: string, part: string, other: string): string {
  return text.replaceAll(part, () => other)
}

function replaceSome(text: string, part: string, ...[other, limit]: [string, bigint]): string {
  if (limit < 0n) return replace(text, part, other)
  let left = limit
  return text.replaceAll(part, (found) => (left-- > 0n ? other : found))
}

function split(text: string, separator: string, limit = -1n): CelList {
  if (limit === 0n) return new ArrayList([])
  const parts = separator === '' ? [...text] : text.split(separator)
  if (limit < 0n || parts.length <= Number(limit)) return new ArrayList(parts)
  const kept = Number(limit) - 1
  return new ArrayList([...parts.slice(0, kept), parts.slice(kept).join(separator)])
}

function substring(text: string, from: bigint, to?: bigint): string {
  const characters = [...text]
  const end = to ?? BigInt(characters.length)
  if (from < 0n || from > BigInt(characters.length)) throw new CelError(`index out of range: ${from}`)
  if (end < 0n || end > BigInt(characters.length)) throw new CelError(`index out of range: ${end}`)
  if (from > end) throw new CelError(`invalid substring range. start: ${from}, end: ${end}`)
  return characters.slice(Number(from), Number(end)).join('')
}

function join(list: CelList, separator: string): string {
  return list
    .items()
    .map((item) => {
      if (typeof item !== 'string') throw new CelError('no such overload')
      return item
    })
    .join(separator)
}

function quote(text: string): string {
  return `"${[...text].map((character) => shortEscapes[character] ?? character).join('')}"`
}
