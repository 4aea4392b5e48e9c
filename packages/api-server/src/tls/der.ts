/** The few forms of ASN.1 DER that certificates are made of. */

const tags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  nothing: 0x05,
  objectIdentifier: 0x06,
  utf8String: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const

export function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(tags.sequence, Buffer.concat(parts))
}

export function set(...parts: readonly Buffer[]): Buffer {
  return tagged(tags.set, Buffer.concat(parts))
}

/** A context-specific tag in place of the value's own. */
export function implicit(number: number, content: Buffer): Buffer {
  return tagged(0x80 | number, content)
}

/** Non-negative, big-endian. */
export function integer(bytes: Buffer): Buffer {
  let start = 0
  while (start < bytes.length - 1 && bytes[start] === 0) start++
  const digits = bytes.subarray(start)
  // A set top bit would read as a sign.
  const padded = ((digits[0] ?? 0) & 0x80) === 0 ? digits : Buffer.concat([Buffer.from([0]), digits])
  return tagged(tags.integer, padded)
}

export function yes(): Buffer {
  return tagged(tags.boolean, Buffer.from([0xff]))
}

export function nothing(): Buffer {
  return tagged(tags.nothing, Buffer.alloc(0))
}

export function octetString(content: Buffer): Buffer {
  return tagged(tags.octetString, content)
}

export function bitString(content: Buffer, unusedBits = 0): Buffer {
  return tagged(tags.bitString, Buffer.concat([Buffer.from([unusedBits]), content]))
}

export function utf8String(text: string): Buffer {
  return tagged(tags.utf8String, Buffer.from(text))
}

/** RFC 5280: two-digit years until 2049, four digits from then on. */
export function time(ms: number): Buffer {
  const digits = `${new Date(ms).toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`
  return digits < '2050'
    ? tagged(tags.utcTime, Buffer.from(digits.slice(2)))
    : tagged(tags.generalizedTime, Buffer.from(digits))
}

export function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return tagged(tags.objectIdentifier, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

/** One value as it lies in another one: all of its bytes, and those behind tag and length. */
export interface Element {
  readonly whole: Buffer
  readonly content: Buffer
}

/** The values inside another one. Throws a RangeError when the bytes are cut off. */
export function elementsOf(outer: Buffer): readonly Element[] {
  const found: Element[] = []
  const { start, end } = extentOf(outer, 0)
  for (let at = start; at < end; ) {
    const inner = extentOf(outer, at)
    found.push({ whole: outer.subarray(at, inner.end), content: outer.subarray(inner.start, inner.end) })
    at = inner.end
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

function base128(value: number): number[] {
  const digits = [value & 0x7f]
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) digits.unshift((rest & 0x7f) | 0x80)
  return digits
}

/** Any value by its tag. */
export function tagged(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([tag, ...lengthOctets(content.length)]), content])
}

function lengthOctets(length: number): number[] {
  if (length < 0x80) return [length]
  const octets: number[] = []
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) octets.unshift(rest % 256)
  return [0x80 | octets.length, ...octets]
}
