import { quoteGo } from '../../../json/quote.ts'
import { parseIp } from '../../formats/ip.ts'
import { CelError } from '../cel-error.ts'
import { traversalOfFirst } from '../meter.ts'
import { declare, type Overload } from '../overload.ts'
import { Opaque } from '../values.ts'

/** An address of version 4 or 6. */
export class IpValue extends Opaque {
  readonly typeName: string = 'net.IP'
  readonly bytes: readonly number[]

  constructor(bytes: readonly number[]) {
    super()
    this.bytes = bytes
  }

  equals(other: Opaque): boolean {
    return other instanceof IpValue && sameBytes(this.bytes, other.bytes)
  }
}

export function sameBytes(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index])
}

/** Reads an address; one of version 4 dressed up as version 6 is refused. */
export function readIp(text: string): IpValue | string {
  const ip = parseIp(text)
  if (!ip)
    return `IP Address ${quoteGo(text)} parse error during conversion from string: ParseAddr(${quoteGo(text)}): unable to parse IP`
  const mapped =
    ip.bytes.length === 16 && ip.bytes.slice(0, 10).every((byte) => byte === 0) && ip.bytes[10] === 255
  if (mapped && ip.bytes[11] === 255) return `IPv4-mapped IPv6 address ${quoteGo(text)} is not allowed`
  return new IpValue(ip.bytes)
}

/** An address in its one canonical spelling. */
export function formatIp(bytes: readonly number[]): string {
  if (bytes.length === 4) return bytes.join('.')
  const groups = Array.from(
    { length: 8 },
    (_, index) => ((bytes[index * 2] ?? 0) << 8) | (bytes[index * 2 + 1] ?? 0),
  )
  const { start, length } = longestZeros(groups)
  const hex = (part: readonly number[]) => part.map((group) => group.toString(16)).join(':')
  if (length < 2) return hex(groups)
  return `${hex(groups.slice(0, start))}::${hex(groups.slice(start + length))}`
}

function longestZeros(groups: readonly number[]): { readonly start: number; readonly length: number } {
  let best = { start: 0, length: 0 }
  let length = 0
  for (const [index, group] of groups.entries()) {
    length = group === 0 ? length + 1 : 0
    if (length > best.length) best = { start: index - length + 1, length }
  }
  return best
}

export const ipFunctions: readonly Overload[] = [
  declare('ip(string): ip', toIp, traversalOfFirst),
  declare('isIP(string): bool', (text: string) => readIp(text) instanceof IpValue, traversalOfFirst),
  declare(
    'ip.isCanonical(string): bool',
    (text: string) => formatIp(toIp(text).bytes) === text,
    traversalOfFirst,
  ),
  declare('string(ip): string', ({ bytes }: IpValue) => formatIp(bytes)),
  declare('.family(ip): int', ({ bytes }: IpValue) => (bytes.length === 4 ? 4n : 6n)),
  declare('.isUnspecified(ip): bool', ({ bytes }: IpValue) => bytes.every((byte) => byte === 0)),
  declare('.isLoopback(ip): bool', ({ bytes }: IpValue) => isLoopback(bytes)),
  declare('.isLinkLocalMulticast(ip): bool', ({ bytes }: IpValue) => isLinkLocalMulticast(bytes)),
  declare('.isLinkLocalUnicast(ip): bool', ({ bytes }: IpValue) => isLinkLocalUnicast(bytes)),
  declare('.isGlobalUnicast(ip): bool', ({ bytes }: IpValue) => isGlobalUnicast(bytes)),
]

/** Reads an address, or refuses it in the words of kube-apiserver. */
export function toIp(text: string): IpValue {
  const ip = readIp(text)
  if (typeof ip === 'string') throw new CelError(ip)
  return ip
}

function isLoopback(bytes: readonly number[]): boolean {
  if (bytes.length === 4) return bytes[0] === 127
  return bytes.slice(0, 15).every((byte) => byte === 0) && bytes[15] === 1
}

function isLinkLocalMulticast([first = 0, second = 0, third = 0, ...rest]: readonly number[]): boolean {
  if (rest.length === 1) return first === 224 && second === 0 && third === 0
  return first === 0xff && (second & 0x0f) === 2
}

function isLinkLocalUnicast([first = 0, second = 0, ...rest]: readonly number[]): boolean {
  if (rest.length === 2) return first === 169 && second === 254
  return first === 0xfe && (second & 0xc0) === 0x80
}

function isGlobalUnicast(bytes: readonly number[]): boolean {
  const multicast = bytes.length === 4 ? ((bytes[0] ?? 0) & 0xf0) === 0xe0 : bytes[0] === 0xff
  const broadcast = bytes.length === 4 && bytes.every((byte) => byte === 255)
  const unspecified = bytes.every((byte) => byte === 0)
  return !multicast && !broadcast && !unspecified && !isLoopback(bytes) && !isLinkLocalUnicast(bytes)
}
