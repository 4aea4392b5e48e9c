import { parseIp } from '../../schema/formats/ip.ts'

/** An IPv4 range with its first address as a number. */
export interface Ipv4Range {
  readonly first: number
  readonly size: number
}

/** `undefined` when the text is no IPv4 address in its usual spelling. */
export function parseIpv4(text: string): number | undefined {
  const bytes = parseIp(text)?.bytes
  return bytes?.length === 4 ? bytes.reduce((sum, byte) => sum * 256 + byte, 0) : undefined
}

export function formatIpv4(number: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join('.')
}

/** `undefined` when the text is no IPv4 range in CIDR notation. */
export function parseIpv4Range(cidr: string): Ipv4Range | undefined {
  const [network = '', bits = ''] = cidr.split('/')
  const base = parseIpv4(network)
  if (base === undefined || !/^\d{1,2}$/.test(bits) || Number(bits) > 32) return undefined
  const size = 2 ** (32 - Number(bits))
  return { first: Math.floor(base / size) * size, size }
}

/** What Go's strict parser accepts as an IPv6 address, without a zone. */
export function isIpv6(text: string): boolean {
  return parseIp(text)?.bytes.length === 16
}

export function isIp(text: string): boolean {
  return parseIp(text) !== undefined
}

export function isCidr(text: string): boolean {
  const [network = '', bits = '', ...rest] = text.split('/')
  if (rest.length > 0 || !/^\d{1,3}$/.test(bits)) return false
  const address = parseIp(network)
  return address !== undefined && Number(bits) <= address.bytes.length * 8
}
