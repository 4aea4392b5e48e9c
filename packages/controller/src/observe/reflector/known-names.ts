import type { KubeObject } from '@sitrep/status'
import type { Placing } from '../../share/share.ts'

type Metadata = KubeObject['metadata']

/** Values by namespace and name. A text that joins the two would be made whenever an object is shown, and kept beside its name. */
class ByName<Value> {
  readonly #within: Map<string, Map<string, Value>> = new Map()
  #size = 0

  get size(): number {
    return this.#size
  }

  get({ namespace = '', name }: Metadata): Value | undefined {
    return this.#within.get(namespace)?.get(name)
  }

  set({ namespace = '', name }: Metadata, value: Value): void {
    const within = this.#within.get(namespace) ?? new Map<string, Value>()
    if (within.size === 0) this.#within.set(namespace, within)
    const before = within.size
    within.set(name, value)
    this.#size += within.size - before
  }

  delete({ namespace = '', name }: Metadata): void {
    const within = this.#within.get(namespace)
    if (within?.delete(name) !== true) return
    this.#size--
    if (within.size === 0) this.#within.delete(namespace)
  }

  *those(meant: (value: Value) => boolean): Iterable<readonly [metadata: Metadata, value: Value]> {
    for (const [namespace, within] of this.#within)
      for (const [name, value] of within)
        if (meant(value)) yield [namespace === '' ? { name } : { namespace, name }, value]
  }
}

/** Names of the objects that are known to be there, so that a whole reading shows what went missing before it. */
export class KnownNames {
  /** The number of the reading that showed it last. */
  readonly #shownIn: ByName<number> = new ByName()
  readonly #bytes: ByName<number> = new ByName()
  /** Where objects belong, as far as they belong to somebody. */
  readonly #placings: ByName<Placing> = new ByName()
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

  has(metadata: Metadata): boolean {
    return this.#shownIn.get(metadata) !== undefined
  }

  /** An object was shown, by the present reading or by an earlier one. */
  shown(metadata: Metadata, placing?: Placing, reading: number = this.#reading): void {
    this.#shownIn.set(metadata, reading)
    if (placing !== undefined && this.#placings.get(metadata) !== placing) {
      this.#unplace(metadata)
      this.#placings.set(metadata, placing)
      placing.objects++
    }
  }

  gone(metadata: Metadata): void {
    this.#shownIn.delete(metadata)
    this.#unplace(metadata)
  }

  placingOf(metadata: Metadata): Placing | undefined {
    return this.#placings.get(metadata)
  }

  /** All that belong to somebody. */
  placed(): Iterable<readonly [metadata: Metadata, placing: Placing]> {
    return this.#placings.those(() => true)
  }

  #unplace(metadata: Metadata): void {
    const placing = this.#placings.get(metadata)
    if (placing === undefined) return
    placing.objects--
    this.#placings.delete(metadata)
  }

  /** Notes how long an object is as it was sent; the answer is by how much that is more than before. Of what has gone it is nothing. */
  sized(metadata: Metadata, bytes: number): number {
    const before = this.#bytes.get(metadata) ?? 0
    if (bytes === 0) this.#bytes.delete(metadata)
    else this.#bytes.set(metadata, bytes)
    return bytes - before
  }

  /** The reading was whole: what it did not show is there no more. */
  endReading(): readonly Metadata[] {
    const isMissing = (reading: number): boolean => reading !== this.#reading
    const missing = [...this.#shownIn.those(isMissing)].map(([metadata]) => metadata)
    for (const metadata of missing) this.gone(metadata)
    return missing
  }
}
