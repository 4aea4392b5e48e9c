/** An IPv4 range with its first address as a number. */
export interface Ipv4Range {
  readonly first: number
  readonly size: number
}

const address = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/

/** `undefined` when the text is no IPv4 address in its usual spelling. */
export function parseIpv4(text: string): number | undefined {
  const parts = address.exec(text)?.slice(1)
  if (parts === undefined) return undefined
  let sum = 0
  for (const part of parts) {
    const number = Number(part)
    if (number > 255 || (part.length > 1 && part.startsWith('0'))) return undefined
    sum = sum * 256 + number
  }
  return sum
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

const ipv6Group = /^[0-9a-fA-F]{1,4}$/

/** What Go's strict parser accepts as an IPv6 address, without a zone. */
export function isIpv6(text: string): boolean {
  if (!text.includes(':')) return false
  const halves = text.split('::')
  if (halves.length > 2) return false
  const groups = halves.map((half) => (half === '' ? [] : half.split(':')))
  const last = groups.at(-1)?.at(-1) ?? ''
  const embedded = last.includes('.') && parseIpv4(last) !== undefined
  const all = groups.flat()
  const plain = embedded ? all.slice(0, -1) : all
  if (!plain.every((group) => ipv6Group.test(group))) return false
  const count = plain.length + (embedded ? 2 : 0)
  return halves.length === 2 ? count < 8 : count === 8
}

export function isIp(text: string): boolean {
  return parseIpv4(text) !== undefined || isIpv6(text)
}

export function isCidr(text: string): boolean {
  const [network = '', bits = '', ...rest] = text.split('/')
  if (rest.length > 0 || !/^\d{1,3}$/.test(bits)) return false
  if (parseIpv4(network) !== undefined) return Number(bits) <= 32
  return isIpv6(network) && Number(bits) <= 128
}
