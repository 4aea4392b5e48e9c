import type { KubeObject } from '@sitrep/status'
import type { Placing } from '../../share/share.ts'

type Metadata = KubeObject['metadata']

/** Names of the objects that are known to be there, so that a whole reading shows what went missing before it. */
export class KnownNames {
  /** By namespace and name: the number of the reading that showed it last. */
  readonly #shownIn: Map<string, number> = new Map()
  readonly #bytes: Map<string, number> = new Map()
  /** Where objects belong, as far as they belong to somebody. */
  readonly #placings: Map<string, Placing> = new Map()
  #reading = 0
  /** Whether the last reading showed objects of others. */
  passedOver = false

  get size(): number {
    return this.#shownIn.size
  }

  /** A whole reading begins; one that did not come to its end counts for nothing but what it showed. */
  beginReading(): void {
    this.#reading++
    this.passedOver = false
  }

  /** The number of the present reading. */
  get reading(): number {
    return this.#reading
  }

  has({ namespace = '', name }: Metadata): boolean {
    return this.#shownIn.has(`${namespace}/${name}`)
  }

  /** An object was shown, by the present reading or by an earlier one. */
  shown({ namespace = '', name }: Metadata, placing?: Placing, reading: number = this.#reading): void {
    const key = `${namespace}/${name}`
    this.#shownIn.set(key, reading)
    if (placing !== undefined && this.#placings.get(key) !== placing) {
      this.#unplace(key)
      this.#placings.set(key, placing)
      placing.objects++
    }
  }

  gone({ namespace = '', name }: Metadata): void {
    const key = `${namespace}/${name}`
    this.#shownIn.delete(key)
    this.#unplace(key)
  }

  placingOf({ namespace = '', name }: Metadata): Placing | undefined {
    return this.#placings.get(`${namespace}/${name}`)
  }

  /** All that belong to somebody. */
  *placed(): Iterable<readonly [metadata: Metadata, placing: Placing]> {
    for (const [key, placing] of this.#placings) yield [metadataIn(key), placing]
  }

  #unplace(key: string): void {
    const placing = this.#placings.get(key)
    if (placing === undefined) return
    placing.objects--
    this.#placings.delete(key)
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
      this.#unplace(key)
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
