/** Documents made from what a cluster serves, kept until that changes. */
export class DocumentCache {
  readonly #documents = new Map<string, Buffer>()

  get(id: string, make: () => Buffer): Buffer {
    const known = this.#documents.get(id)
    if (known !== undefined) return known
    const document = make()
    this.#documents.set(id, document)
    return document
  }

  clear(): void {
    this.#documents.clear()
  }
}
