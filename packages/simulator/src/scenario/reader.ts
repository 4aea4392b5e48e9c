import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, type YAMLMap } from 'yaml'
import { ScenarioError, type ScenarioProblem } from './errors.ts'

/** A value of a YAML file together with its place in it. */
export interface Place {
  readonly node: Node | undefined
  /** From the beginning of the text, for values that are not there where they are expected. */
  readonly offset: number
}

/** Reads a YAML file piece by piece, and collects what is wrong with it instead of stopping at the first. */
export class Reader {
  readonly root: Place
  readonly #file: string
  readonly #counter = new LineCounter()
  readonly #problems: ScenarioProblem[] = []

  constructor(text: string, file: string) {
    this.#file = file
    const document = parseDocument(text, { lineCounter: this.#counter, prettyErrors: false, version: '1.2' })
    for (const { pos, message } of document.errors) this.#note(pos[0], message)
    this.root = { node: (document.contents as Node | null) ?? undefined, offset: 0 }
    if (document.errors.length > 0) this.finish()
  }

  problem(place: Place, message: string): void {
    this.#note(place.node?.range?.[0] ?? place.offset, message)
  }

  /** Throws when anything was wrong. */
  finish(): void {
    if (this.#problems.length > 0) throw new ScenarioError(this.#problems)
  }

  /** The fields of a map. A field that nobody knows is a problem: it is most likely misspelt. */
  fields<Name extends string>(place: Place, known: readonly Name[]): Readonly<Record<Name, Place>> {
    if (isMap(place.node)) this.#refuseOthers(place.node, known)
    else if (place.node !== undefined) this.problem(place, `a map with ${listed(known)} is expected here`)
    return Object.fromEntries(known.map((name) => [name, this.field(place, name)])) as Record<Name, Place>
  }

  /** One field of a map, whatever else stands there. */
  field({ node, offset }: Place, name: string): Place {
    const beginning = node?.range?.[0] ?? offset
    const found = isMap(node) ? node.items.find(({ key }) => nameOf(key) === name) : undefined
    if (found === undefined) return { node: undefined, offset: beginning }
    return { node: (found.value as Node | null) ?? undefined, offset: beginningOf(found.key) ?? beginning }
  }

  #refuseOthers({ items, range }: YAMLMap, known: readonly string[]): void {
    for (const { key } of items) {
      const name = nameOf(key)
      if (!known.includes(name))
        this.#note(
          beginningOf(key) ?? range?.[0] ?? 0,
          `${JSON.stringify(name)} is not known here; known are ${listed(known)}`,
        )
    }
  }

  items(place: Place): readonly Place[] {
    if (place.node === undefined) return []
    if (!isSeq(place.node)) {
      this.problem(place, 'a list is expected here')
      return []
    }
    return place.node.items.map((item) => ({ node: item as Node, offset: place.offset }))
  }

  text(place: Place, fallback: string): string {
    const value = this.#scalar(place)
    if (value === undefined) return fallback
    if (typeof value === 'string') return value
    this.problem(place, 'a text is expected here')
    return fallback
  }

  number(place: Place, fallback: number, least = 0): number {
    const value = this.#scalar(place)
    if (value === undefined) return fallback
    if (typeof value === 'number' && value >= least) return value
    this.problem(place, `a number of at least ${least} is expected here`)
    return fallback
  }

  count(place: Place, fallback: number, least = 0): number {
    const value = this.number(place, fallback, least)
    if (Number.isInteger(value)) return value
    this.problem(place, 'a whole number is expected here')
    return fallback
  }

  /** A duration: `90s`, `5m`, `1h30m`, `500ms`. Gives back milliseconds. */
  duration<Fallback>(place: Place, fallback: Fallback): number | Fallback {
    const value = this.#scalar(place)
    if (value === undefined) return fallback
    const parsed = typeof value === 'string' ? parseDuration(value) : value === 0 ? 0 : undefined
    if (parsed !== undefined) return parsed
    this.problem(place, 'a duration such as 90s, 5m or 1h30m is expected here')
    return fallback
  }

  required(place: Place, what: string): boolean {
    if (place.node !== undefined) return true
    this.problem(place, `${what} is missing`)
    return false
  }

  #scalar(place: Place): unknown {
    const { node } = place
    if (node === undefined) return undefined
    if (isScalar(node)) return node.value ?? undefined
    this.problem(place, isAlias(node) ? 'aliases are not understood here' : 'a single value is expected here')
    return undefined
  }

  #note(offset: number, message: string): void {
    const { line, col } = this.#counter.linePos(offset)
    this.#problems.push({ file: this.#file, line, column: col, message })
  }
}

const nameOf = (key: unknown): string => (isScalar(key) ? String(key.value) : '')

const beginningOf = (key: unknown): number | undefined => (isScalar(key) ? key.range?.[0] : undefined)

const listed = (names: readonly string[]): string => names.join(', ')

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

function parseDuration(text: string): number | undefined {
  if (!/^(\d+(\.\d+)?(ms|s|m|h))+$/.test(text)) return undefined
  return [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)].reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * (units[unit ?? ''] ?? 0),
    0,
  )
}
