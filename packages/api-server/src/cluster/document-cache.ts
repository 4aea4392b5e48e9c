import { createHash } from 'node:crypto'
import type { Slices } from '../schema/slices.ts'
import { inSlices } from '../writes/pause.ts'

/** A document and the tag by which clients know whether they have it. */
export interface CachedDocument {
  readonly body: Buffer
  readonly etag: string
}

/** Documents made from what a cluster serves, kept until that changes. */
export class DocumentCache {
  readonly #documents = new Map<string, CachedDocument | Promise<CachedDocument>>()

  /** A document that may take long to make, others having their turn meanwhile; whoever asks for it at the same time waits for the same. */
  get(id: string, make: () => Slices<Buffer>): CachedDocument | Promise<CachedDocument> {
    const known = this.#documents.get(id)
    if (known !== undefined) return known
    const made = inSlices(taggedInSlices(make()))
    this.#documents.set(id, made)
    if (made instanceof Promise)
      made.catch(() => {
        if (this.#documents.get(id) === made) this.#documents.delete(id)
      })
    return made
  }

  clear(): void {
    this.#documents.clear()
  }
}

/** So much is hashed in some milliseconds. */
const hashedAtOnce = 4 * 1024 * 1024

function* taggedInSlices(making: Slices<Buffer>): Slices<CachedDocument> {
  const body = yield* making
  const hash = createHash('sha512')
  for (let from = 0; from < body.length; from += hashedAtOnce) {
    if (from > 0) yield
    hash.update(body.subarray(from, from + hashedAtOnce))
  }
  return { body, etag: `"${hash.digest('hex').toUpperCase()}"` }
}
