import type { KubeObject } from '@sitrep/status'

type Metadata = KubeObject['metadata']

/** Names of the objects that are known to be there, so that a whole reading shows what went missing before it. */
export class KnownNames {
  /** By namespace and name: the number of the reading that showed it last. */
  readonly #shownIn: Map<string, number> = new Map()
  readonly #bytes: Map<string, number> = new Map()
  #reading = 0

  get size(): number {
    return this.#shownIn.size
  }

  /** A whole reading begins; one that did not come to its end counts for nothing but what it showed. */
  beginReading(): void {
    this.#reading++
  }

  shown({ namespace = '', name }: Metadata): void {
    this.#shownIn.set(`${namespace}/${name}`, this.#reading)
  }

  gone({ namespace = '', name }: Metadata): void {
    this.#shownIn.delete(`${namespace}/${name}`)
  }

  /** Notes how long an object is as it was sent; the answer is by how much that is more than before. Of what has gone it is nothing. */
  sized({ namespace = '', name }: Metadata, bytes: number): number {
    const key = `${namespace}/${name}`
    const before = this.#bytes.get(key) ?? 0
    if (bytes === 0) this.#bytes.delete(key)
    else this.#bytes.set(key, bytes)
    return bytes - before
  }

  /** The reading was whole: what it did not show is there no more. */
  endReading(): readonly Metadata[] {
    const missing: Metadata[] = []
    for (const [key, reading] of this.#shownIn) {
      if (reading === this.#reading) continue
      this.#shownIn.delete(key)
      missing.push(metadataIn(key))
    }
    return missing
  }
}

// Neither a namespace nor a name has a slash in it.
function metadataIn(key: string): Metadata {
  const slash = key.indexOf('/')
  const name = key.slice(slash + 1)
  return slash === 0 ? { name } : { namespace: key.slice(0, slash), name }
}
