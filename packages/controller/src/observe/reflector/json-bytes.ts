const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Where something begins, and the index after its end. */
export interface Span {
  readonly start: number
  readonly end: number
}

/**
 * The index after the array or object that begins at `start`; with `inside`, after the one in which `start` stands. The length of
 * the bytes when it does not end. Every byte is looked at, for nothing else tells brackets from brackets in strings.
 */
export function endOfValue(bytes: Buffer, start: number, where: 'at' | 'inside' = 'at'): number {
  const { length } = bytes
  let depth = where === 'at' ? 0 : 1
  for (let at = start; at < length; at++) {
    const byte = bytes[at]
    if (byte === quote) {
      at++
      while (at < length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1
    } else if (byte === openObject || byte === openArray) depth++
    else if (byte === closeObject || byte === closeArray) {
      depth--
      if (depth === 0) return at + 1
    }
  }
  return length
}

/** The span of a member, key included, with one of the commas around it, so that what remains is JSON. */
export function withComma(bytes: Buffer, { start, end }: Span): Span {
  if (bytes[end] === comma) return { start, end: end + 1 }
  return bytes[start - 1] === comma ? { start: start - 1, end } : { start, end }
}
