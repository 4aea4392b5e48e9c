import { quoteGo } from '../../../json/quote.ts'
import { CelError } from '../cel-error.ts'
import { traversal, traversalOfFirst } from '../meter.ts'
import { declare, type Overload } from '../overload.ts'
import { type CelValue, Opaque, sizeOf } from '../values.ts'
import { formatIp, IpValue, readIp, sameBytes, toIp } from './ip.ts'

/** A network: an address and how many of its bits name the network. */
class CidrValue extends Opaque {
  readonly typeName: string = 'net.CIDR'
  readonly bytes: readonly number[]
  readonly prefix: number

  constructor(bytes: readonly number[], prefix: number) {
    super()
    this.bytes = bytes
    this.prefix = prefix
  }

  equals(other: Opaque): boolean {
    return other instanceof CidrValue && other.prefix === this.prefix && sameBytes(this.bytes, other.bytes)
  }
}

/** Reads a network, or says why the text is none. */
function readCidr(text: string): CidrValue | string {
  const slash = text.lastIndexOf('/')
  if (slash < 0) return "no '/'"
  const ip = readIp(text.slice(0, slash))
  if (typeof ip === 'string') return ip.slice(ip.indexOf('ParseAddr'))
  const bits = text.slice(slash + 1)
  if (!/^(0|[1-9]\d*)$/.test(bits)) return `bad bits after slash: ${quoteGo(bits)}`
  return Number(bits) > ip.bytes.length * 8
    ? 'prefix length out of range'
    : new CidrValue(ip.bytes, Number(bits))
}

const other = (values: readonly CelValue[]): number => 4 + traversal(sizeOf(values[1] as CelValue))

export const cidrFunctions: readonly Overload[] = [
  declare('cidr(string): cidr', toCidr, traversalOfFirst),
  declare('isCIDR(string): bool', (text: string) => readCidr(text) instanceof CidrValue, traversalOfFirst),
  declare('string(cidr): string', ({ bytes, prefix }: CidrValue) => `${formatIp(bytes)}/${prefix}`),
  declare(
    '.containsIP(cidr, string): bool',
    (cidr: CidrValue, text: string) => containsIp(cidr, toIp(text)),
    other,
  ),
  declare('.containsIP(cidr, ip): bool', containsIp, other),
  declare(
    '.containsCIDR(cidr, string): bool',
    (cidr: CidrValue, text: string) => containsCidr(cidr, toCidr(text)),
    other,
  ),
  declare('.containsCIDR(cidr, cidr): bool', containsCidr, other),
  declare('.ip(cidr): ip', ({ bytes }: CidrValue) => new IpValue(bytes)),
  declare('.prefixLength(cidr): int', ({ prefix }: CidrValue) => BigInt(prefix)),
  declare(
    '.masked(cidr): cidr',
    ({ bytes, prefix }: CidrValue) => new CidrValue(mask(bytes, prefix), prefix),
  ),
]

const parseError = 'network address parse error during conversion from string'

function toCidr(text: string): CidrValue {
  const cidr = readCidr(text)
  if (cidr instanceof CidrValue) return cidr
  // kube-apiserver says it twice.
  throw new CelError(`${parseError}: ${parseError}: netip.ParsePrefix(${quoteGo(text)}): ${cidr}`)
}

/** The address with all bits cleared that do not name the network. */
function mask(bytes: readonly number[], prefix: number): readonly number[] {
  return bytes.map((byte, index) => {
    const bits = Math.min(8, Math.max(0, prefix - index * 8))
    return byte & (0xff << (8 - bits)) & 0xff
  })
}

function containsIp(cidr: CidrValue, { bytes }: IpValue): boolean {
  return sameBytes(mask(cidr.bytes, cidr.prefix), mask(bytes, cidr.prefix))
}

function containsCidr(cidr: CidrValue, inner: CidrValue): boolean {
  return inner.prefix >= cidr.prefix && containsIp(cidr, new IpValue(inner.bytes))
}
