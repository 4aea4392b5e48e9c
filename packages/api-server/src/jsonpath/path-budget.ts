import type { Json } from '../json/json.ts'

/** What a path through any document may cost, and what it may cost for each value that the document holds. */
const limits = { any: 1_000, each: 16 } as const

/**
 * What following one path through one document may cost, counted in values. Paths can name the same values again and again, so
 * that a few letters lead to more of them than fit into memory; how much there is to be found is said by the document.
 */
export class PathBudget {
  readonly #document: Json
  #left: number = limits.any
  #measured = false

  constructor(document: Json) {
    this.#document = document
  }

  /** Whether there was as much left. */
  spend(values: number): boolean {
    this.#left -= values
    if (this.#left >= 0) return true
    if (this.#measured) return false
    // Few paths come so far; the others are not worth the counting.
    this.#measured = true
    this.#left += limits.each * valuesIn(this.#document)
    return this.#left >= 0
  }
}

/** To the last one: lists that a command has read are longer than any body. */
function valuesIn(document: Json): number {
  let count = 0
  const open = [document]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    count++
    if (typeof next === 'object' && next !== null) for (const value of Object.values(next)) open.push(value)
  }
  return count
}
