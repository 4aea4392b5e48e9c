/** An address: 4 bytes, or 16. */
interface Ip {
  readonly bytes: readonly number[]
}

/** Reads an address as Go's net/netip does, without zone: no leading zeros, at most one `::`. */
export function parseIp(text: string): Ip | undefined {
  const bytes = text.includes(':') ? parseIpv6(text) : parseIpv4(text)
  return bytes && { bytes }
}

function parseIpv4(text: string): readonly number[] | undefined {
  const parts = text.split('.')
  if (parts.length !== 4) return undefined
  const bytes = parts.map((part) => (/^(0|[1-9]\d{0,2})$/.test(part) ? Number(part) : 256))
  return bytes.every((byte) => byte <= 255) ? bytes : undefined
}

function parseIpv6(text: string): readonly number[] | undefined {
  const halves = text.split('::')
  if (halves.length > 2) return undefined
  const head = parseGroups(halves[0] ?? '', halves.length === 1)
  const tail = halves.length === 2 ? parseGroups(halves[1] ?? '', true) : []
  if (!head || !tail) return undefined
  const gap = 16 - head.length - tail.length
  if (halves.length === 1 ? gap !== 0 : gap < 2) return undefined
  return [...head, ...new Array<number>(gap).fill(0), ...tail]
}

/** The bytes of groups between colons; only the very last may be an IPv4 address. */
function parseGroups(text: string, last: boolean): readonly number[] | undefined {
  if (text === '') return []
  const bytes: number[] = []
  const groups = text.split(':')
  for (const [index, group] of groups.entries()) {
    if (group.includes('.')) {
      const ipv4 = last && index === groups.length - 1 ? parseIpv4(group) : undefined
      if (!ipv4) return undefined
      bytes.push(...ipv4)
    } else {
      if (!/^[0-9a-fA-F]{1,4}$/.test(group)) return undefined
      const value = Number.parseInt(group, 16)
      bytes.push(value >> 8, value & 0xff)
    }
  }
  return bytes
}
