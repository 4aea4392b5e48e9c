import { compareBytes } from '../byte-order.ts'
import type { Condition } from '../condition.ts'
import { compareTurns, type Rank, type Reporters, type Turn, turnOf } from './reporters.ts'
import { keepSmallest, type Smallest } from './smallest.ts'

/** How many names are told of a message. */
export const shownNames = 3

const firstNames: Smallest<string> = { count: shownNames, compare: compareBytes }

/** What is kept of a group once it has a second member; most groups of a large aggregate never get there. */
interface Several {
  /** The member whose turn comes first. */
  first: Turn
  /** The first few names in the order of bytes. */
  readonly names: string[]
}

/** All that is told under one word. */
interface Word {
  readonly text: string
  lastGroup: number
}

/**
 * Reporters by word and message. A group goes by the number of its first member; the first group of a message, its
 * lead, keeps what concerns the message under whichever words it is reported.
 *
 * Groups are rows of columns and not objects: a hundred thousand of those, all alive until the end, would cost the
 * garbage collector more than all the rest.
 */
export class MessageGroups {
  readonly #reporters: Reporters
  readonly #leads: Map<string, number> = new Map()
  readonly #others: Map<number, Map<string, number>> = new Map()
  readonly #several: Map<number, Several> = new Map()
  readonly #words: Map<string, Word> = new Map()
  #lastWord: Word | undefined
  readonly #leadingNames: Set<string> = new Set()
  readonly #lead: Int32Array
  readonly #sizes: Int32Array
  readonly #lastMember: Int32Array
  /** For each member the one of the same group that was added before it, or -1. */
  readonly #memberBefore: Int32Array
  /** For each group the one of the same word that was added before it, or -1. */
  readonly #groupBefore: Int32Array
  readonly #ranks: Uint8Array
  readonly #goesFirst: Uint8Array

  constructor(reporters: Reporters) {
    const { size } = reporters
    this.#reporters = reporters
    this.#lead = new Int32Array(size)
    this.#sizes = new Int32Array(size)
    this.#lastMember = new Int32Array(size)
    this.#memberBefore = new Int32Array(size)
    this.#groupBefore = new Int32Array(size)
    this.#ranks = new Uint8Array(size)
    this.#goesFirst = new Uint8Array(size)
  }

  /** Takes one reporter in. */
  add(at: number, rank: Rank, condition: Condition): void {
    const group = this.#groupFor(at, condition.message ?? '')
    const lead = this.#lead[group] ?? group
    const size = this.#sizes[group] ?? 0
    if (size > 0)
      this.#join(group, { rank, since: condition.lastTransitionTime, name: this.#reporters.name(at) })
    if (rank < (this.#ranks[lead] ?? rank)) this.#ranks[lead] = rank
    if (this.#reporters.first(at)) {
      this.#goesFirst[lead] = 1
      this.#leadingNames.add(this.#reporters.name(at))
    }
    this.#memberBefore[at] = size > 0 ? (this.#lastMember[group] ?? -1) : -1
    this.#lastMember[group] = at
    this.#sizes[group] = size + 1
  }

  /** Forgets all that was taken in. */
  clear(): void {
    this.#lastWord = undefined
    for (const column of [this.#sizes, this.#goesFirst]) column.fill(0)
    for (const table of [this.#leads, this.#others, this.#several, this.#words, this.#leadingNames])
      table.clear()
  }

  #groupFor(at: number, message: string): number {
    const word = this.#reporters.word(at)
    const lead = this.#leads.get(message)
    if (lead === undefined) {
      this.#leads.set(message, at)
      return this.#found(at, at, word)
    }
    if (this.#reporters.word(lead) === word) return lead
    const others = this.#others.get(lead) ?? new Map<string, number>()
    const known = others.get(word)
    if (known !== undefined) return known
    this.#others.set(lead, others.set(word, at))
    return this.#found(at, lead, word)
  }

  #found(at: number, lead: number, word: string): number {
    this.#lead[at] = lead
    this.#ranks[at] = 2
    const found = this.#word(word)
    this.#groupBefore[at] = found.lastGroup
    found.lastGroup = at
    return at
  }

  // Objects mostly come kind by kind, and comparing two words is cheaper than looking one up.
  #word(text: string): Word {
    if (this.#lastWord?.text === text) return this.#lastWord
    const word = this.#words.get(text) ?? { text, lastGroup: -1 }
    this.#words.set(text, word)
    this.#lastWord = word
    return word
  }

  #join(group: number, turn: Turn): void {
    const several = this.#several.get(group) ?? this.#newSeveral(group)
    keepSmallest(several.names, turn.name, firstNames)
    if (compareTurns(turn, several.first) < 0) several.first = turn
  }

  #newSeveral(group: number): Several {
    const first = turnOf(this.#reporters, group)
    const several: Several = { first, names: [first.name] }
    this.#several.set(group, several)
    return several
  }

  /** The words under which there is anything to tell. */
  words(): readonly string[] {
    return [...this.#words.keys()]
  }

  /** The groups of a word, in the order of the input. */
  ofWord(word: string): readonly number[] {
    return chain(this.#groupBefore, this.#words.get(word)?.lastGroup)
  }

  /** The members of a group, in the order of the input. */
  members(group: number): readonly number[] {
    return chain(this.#memberBefore, this.#lastMember[group])
  }

  size(group: number): number {
    return this.#sizes[group] ?? 0
  }

  message(group: number): string {
    return this.#reporters.condition(group).message ?? ''
  }

  /** The heaviest weight among all that report the message. */
  rank(group: number): Rank {
    return (this.#ranks[this.#lead[group] ?? group] ?? 2) as Rank
  }

  /** Which message weighs more: that of objects which go first, then the worse one, then what concerns more objects. */
  compareWeight(a: number, b: number): number {
    const left = this.#lead[a] ?? a
    const right = this.#lead[b] ?? b
    return (
      (this.#goesFirst[right] ?? 0) - (this.#goesFirst[left] ?? 0) ||
      (this.#ranks[left] ?? 2) - (this.#ranks[right] ?? 2) ||
      (this.#sizes[b] ?? 0) - (this.#sizes[a] ?? 0)
    )
  }

  /** The name of the member whose turn comes first. */
  firstName(group: number): string {
    const several = this.size(group) > 1 ? this.#several.get(group) : undefined
    return several ? several.first.name : this.#reporters.name(group)
  }

  /** The first few names in the order of bytes. */
  names(group: number): readonly string[] {
    return this.#several.get(group)?.names ?? [this.#reporters.name(group)]
  }

  /** The names of objects that go first, whatever they reported. */
  get leadingNames(): ReadonlySet<string> {
    return this.#leadingNames
  }
}

function chain(before: Int32Array, last: number | undefined): readonly number[] {
  const links: number[] = []
  for (let at = last ?? -1; at >= 0; at = before[at] ?? -1) links.push(at)
  // Objects often come by name, and the first few of a list are found fastest when they lead it.
  return links.reverse()
}
