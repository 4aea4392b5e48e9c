import { bytesOf } from './base64.ts'

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
