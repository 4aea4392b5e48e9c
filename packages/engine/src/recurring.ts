/** So many texts are remembered at least, twice as many at most: labels and owners of thousands of clusters. */
const remembered = 16_384

/** So many objects tell whether what stands in a blank comes again. */
const asked = 64

/** Texts that came before, to be kept once. */
export class RecurringTexts {
  #recent: Map<string, string> = new Map()
  #before: ReadonlyMap<string, string> = new Map()

  /** The same text as it came before; nothing the first time. */
  remember(text: string): string | undefined {
    const recent = this.#recent.get(text)
    if (recent !== undefined) return recent
    const before = this.#before.get(text)
    if (this.#recent.size >= remembered) {
      this.#before = this.#recent
      this.#recent = new Map()
    }
    this.#recent.set(text, before ?? text)
    return before
  }
}

/**
 * What one blank of a form is filled with. In some blanks it comes again, such as the name of an owner, and not only in the object right behind: one
 * that is replaced comes alone. In others, such as a name or a time, it never does, and nothing of it is remembered.
 */
export class Blank {
  #filled = 0
  #recurred = 0

  /** An entry as it was kept before, where it has been. */
  once(entry: unknown, neighbour: unknown, texts: RecurringTexts): unknown {
    const likely = this.#filled < asked || this.#recurred * 4 >= this.#filled
    const known =
      entry === neighbour
        ? neighbour
        : likely && typeof entry === 'string'
          ? texts.remember(entry)
          : undefined
    // The last ones say more than those of long ago.
    if (this.#filled >= 2 * asked) {
      this.#filled /= 2
      this.#recurred /= 2
    }
    this.#filled++
    if (known === undefined) return entry
    this.#recurred++
    return known
  }
}
