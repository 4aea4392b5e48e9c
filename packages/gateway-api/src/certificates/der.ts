/** One element of DER: its tag and its contents. */
export interface DerElement {
  readonly tag: number
  readonly contents: Uint8Array
}

/** The elements that lie one behind the other in some bytes; nothing where they are cut short or longer than told. */
export function derElements(bytes: Uint8Array): readonly DerElement[] | undefined {
  const found: DerElement[] = []
  let at = 0
  while (at < bytes.length) {
    const header = headerAt(bytes, at)
    if (header === undefined || header.end > bytes.length) return undefined
    found.push({ tag: header.tag, contents: bytes.subarray(header.start, header.end) })
    at = header.end
  }
  return found
}

/** The one element that fills all of the bytes and has this tag. */
export function derElement(bytes: Uint8Array, tag: number): DerElement | undefined {
  const elements = derElements(bytes)
  const [only] = elements ?? []
  return elements?.length === 1 && only?.tag === tag ? only : undefined
}

/** The elements inside another one, which has to be of this tag. */
export function derInside(element: DerElement | undefined, tag: number): readonly DerElement[] | undefined {
  return element?.tag === tag ? derElements(element.contents) : undefined
}

interface Header {
  readonly tag: number
  readonly start: number
  readonly end: number
}

function headerAt(bytes: Uint8Array, at: number): Header | undefined {
  const [tag, first] = [bytes[at], bytes[at + 1]]
  if (tag === undefined || first === undefined) return undefined
  if (first < 0x80) return { tag, start: at + 2, end: at + 2 + first }
  const count = first & 0x7f
  // Four bytes of length are four gigabytes: nothing here is longer.
  if (count === 0 || count > 4) return undefined
  let length = 0
  for (let index = 0; index < count; index++) {
    const byte = bytes[at + 2 + index]
    if (byte === undefined) return undefined
    length = length * 256 + byte
  }
  return { tag, start: at + 2 + count, end: at + 2 + count + length }
}

export const sequence = 0x30
export const integer = 0x02
export const bitString = 0x03
export const octetString = 0x04
export const utcTime = 0x17
export const generalizedTime = 0x18

/** Whether two runs of bytes are the same. */
export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at])
