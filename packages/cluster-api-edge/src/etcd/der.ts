/** The few forms of ASN.1 DER that a client certificate is made of. */

/** One tagged value. */
export function tagged(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag, ...lengthOctets(content.length)]), content])
}

export const sequence = (...parts: readonly Buffer[]): Buffer => tagged(0x30, ...parts)

/** Bits in whole octets. */
export const bits = (content: Buffer): Buffer => tagged(0x03, Buffer.from([0]), content)

export const oid = (dotted: string): Buffer => {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return tagged(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

/** Two-digit years until 2049, four digits from then on (RFC 5280, 4.1.2.5). */
export function time(ms: number): Buffer {
  const digits = `${new Date(ms).toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`
  return digits < '2050' ? tagged(0x17, Buffer.from(digits.slice(2))) : tagged(0x18, Buffer.from(digits))
}

/** The values inside a constructed one, each with its tag and length. Throws when the bytes are cut off. */
export function elementsOf(constructed: Buffer): readonly Buffer[] {
  const found: Buffer[] = []
  const { start, end } = extentOf(constructed, 0)
  for (let at = start; at < end; ) {
    const next = extentOf(constructed, at).end
    found.push(constructed.subarray(at, next))
    at = next
  }
  return found
}

function extentOf(bytes: Buffer, at: number): { readonly start: number; readonly end: number } {
  const first = bytes.readUInt8(at + 1)
  const octets = first < 0x80 ? 0 : first & 0x7f
  const length = octets === 0 ? first : bytes.readUIntBE(at + 2, octets)
  const start = at + 2 + octets
  if (start + length > bytes.length) throw new RangeError('DER is cut off')
  return { start, end: start + length }
}

function lengthOctets(length: number): readonly number[] {
  if (length < 0x80) return [length]
  const octets: number[] = []
  for (let rest = length; rest > 0; rest >>>= 8) octets.unshift(rest & 0xff)
  return [0x80 | octets.length, ...octets]
}

function base128(value: number): number[] {
  const digits = [value & 0x7f]
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) digits.unshift((rest & 0x7f) | 0x80)
  return digits
}
