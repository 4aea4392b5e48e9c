import { hash } from 'node:crypto'

/** A document and the tag by which clients know whether they have it. */
export interface CachedDocument {
  readonly body: Buffer
  readonly etag: string
}

/** Documents made from what a cluster serves, kept until that changes. */
export class DocumentCache {
  readonly #documents = new Map<string, CachedDocument>()

  get(id: string, make: () => Buffer): CachedDocument {
    const known = this.#documents.get(id)
    if (known !== undefined) return known
    const body = make()
    const document = { body, etag: `"${hash('sha512', body, 'hex').toUpperCase()}"` }
    this.#documents.set(id, document)
    return document
  }

  clear(): void {
    this.#documents.clear()
  }
}
