const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const values = new Map([...alphabet].map((letter, value) => [letter, value]))

/** The bytes of a base64 text, white space left out; nothing for what is no base64. */
export function bytesOf(encoded: string): Uint8Array | undefined {
  const letters = encoded.replace(/\s+/g, '').replace(/={0,2}$/, '')
  if (letters.length % 4 === 1) return undefined
  const bytes = new Uint8Array(Math.floor((letters.length * 3) / 4))
  let [pending, bits, length] = [0, 0, 0]
  for (const letter of letters) {
    const value = values.get(letter)
    if (value === undefined) return undefined
    pending = ((pending << 6) | value) & 0xffffff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    bytes[length++] = (pending >> bits) & 0xff
  }
  return bytes
}

/** The text that base64 stands for, as far as it is ASCII: other bytes become a mark that no PEM text has. */
export function textOf(encoded: string): string | undefined {
  const bytes = bytesOf(encoded)
  return bytes && Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : '?')).join('')
}

/** One block of a PEM text. */
export interface PemBlock {
  readonly label: string
  readonly bytes: Uint8Array
}

const block = /-----BEGIN ([A-Z0-9 ]+)-----\s([A-Za-z0-9+/=\s]*?)\s*-----END \1-----/g

/** The blocks of a PEM text; nothing where one of them does not decode or begins without an end. */
export function pemBlocks(text: string): readonly PemBlock[] | undefined {
  const blocks: PemBlock[] = []
  for (const [, label = '', encoded = ''] of text.matchAll(block)) {
    const bytes = bytesOf(encoded)
    if (bytes === undefined) return undefined
    blocks.push({ label, bytes })
  }
  const begun = text.match(/-----BEGIN /g)?.length ?? 0
  return begun === blocks.length ? blocks : undefined
}
