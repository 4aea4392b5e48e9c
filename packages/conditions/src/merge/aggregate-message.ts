import { compareBytes } from '../byte-order.ts'
import { indent } from './indent.ts'
import { MessageGroups, shownNames } from './message-groups.ts'
import { pluralOf } from './plural.ts'
import { compareTurns, type Reporters, rankOf, turnOf } from './reporters.ts'
import { smallest } from './smallest.ts'
import { type MergePriority, mergePriorities } from './strategy.ts'

/** What an aggregate comes to. */
export interface Merged {
  /** The heaviest weight of all; none when no condition had one of the three. */
  readonly heaviest: MergePriority | undefined
  readonly message: string
}

const shownMessages = 3
const leftoverTexts = ['with other issues', 'with status unknown', 'with additional info'] as const

/** Weighs and groups the reporters in one pass, and tells the three weightiest messages. */
export function mergeReporters(reporters: Reporters): Merged {
  const seen = [false, false, false]
  // Where all is well and silent there is nothing to group, and so it is nearly everywhere.
  let groups: MessageGroups | undefined
  let problems = false
  for (let at = 0; at < reporters.size; at++) {
    const condition = reporters.condition(at)
    const rank = rankOf(reporters, condition)
    if (rank === undefined) continue
    seen[rank] = true
    // Infos are told only where there is nothing else; what was taken of them goes when the first problem appears.
    if (rank === 2 && (problems || !condition.message)) continue
    if (rank < 2 && !problems) {
      problems = true
      groups?.clear()
    }
    groups ??= new MessageGroups(reporters)
    groups.add(at, rank, condition)
  }
  const message = groups === undefined ? '' : messageOf(groups, reporters)
  return { heaviest: mergePriorities[seen.indexOf(true)], message }
}

function messageOf(groups: MessageGroups, reporters: Reporters): string {
  const lines: string[] = []
  const order = new GroupOrder(groups, reporters)
  let budget = shownMessages
  // The budget is shared: an early word can use it up, and later ones are only counted.
  for (const word of groups.words().toSorted(compareBytes)) {
    const ofWord = groups.ofWord(word)
    const shown = smallest(ofWord, { count: budget, compare: (a, b) => order.compare(a, b) })
    const noun = nounOf(word)
    budget -= shown.length
    for (const group of shown) {
      lines.push(header(noun, order.names(group), groups.size(group)) + indent(groups.message(group)))
    }
    const counts: [number, number, number] = [0, 0, 0]
    for (const group of ofWord) counts[groups.rank(group)] += groups.size(group)
    for (const group of shown) counts[groups.rank(group)] -= groups.size(group)
    lines.push(...leftovers(noun, counts))
  }
  return lines.join('\n')
}

/** The word for so many objects. */
type Noun = (count: number) => string

// The plural takes a look at hundreds of rules, so it is formed once, and only where more than one object is told of.
function nounOf(word: string): Noun {
  let plural: string | undefined
  return (count) => {
    if (count === 1) return word
    plural ??= pluralOf(word)
    return plural
  }
}

function header(noun: Noun, names: readonly string[], count: number): string {
  const more = count > shownNames ? `, ... (${count - shownNames} more)` : ''
  return `* ${noun(count)} ${names.join(', ')}${more}:`
}

function leftovers(noun: Noun, counts: readonly number[]): readonly string[] {
  const lines: string[] = []
  for (const [rank, text] of leftoverTexts.entries()) {
    const count = counts[rank] ?? 0
    if (count > 0) lines.push(`And ${count} ${noun(count)} ${text}`)
  }
  return lines
}

/** Which group is told before which, and by which names. */
class GroupOrder {
  readonly #groups: MessageGroups
  readonly #reporters: Reporters

  constructor(groups: MessageGroups, reporters: Reporters) {
    this.#groups = groups
    this.#reporters = reporters
  }

  compare(a: number, b: number): number {
    return this.#groups.compareWeight(a, b) || this.#compareNames(a, b)
  }

  /** The names to show, those first that go first. */
  names(group: number): readonly string[] {
    const { leadingNames } = this.#groups
    // Who goes first is known at the end only, so the names that were kept may be the wrong ones.
    if (leadingNames.size === 0) return this.#groups.names(group)
    const names = this.#groups.members(group).map((at) => this.#reporters.name(at))
    const compare = (a: string, b: string): number =>
      Number(leadingNames.has(b)) - Number(leadingNames.has(a)) || compareBytes(a, b)
    return smallest(names, { count: shownNames, compare })
  }

  // Upstream joins the names in the order of their turns and compares the texts. The first name mostly settles it;
  // the whole list is only made where it does not. Where upstream leaves equal lists to chance (objects of one name
  // in several namespaces), the message text decides here.
  #compareNames(a: number, b: number): number {
    const alone = this.#groups.size(a) === 1
    const joined = alone
      ? compareBytes(this.#reporters.name(a), this.#reporters.name(b))
      : this.#compareJoined(a, b)
    return joined || compareBytes(this.#groups.message(a), this.#groups.message(b))
  }

  #compareJoined(a: number, b: number): number {
    const [left, right] = [`${this.#groups.firstName(a)},`, `${this.#groups.firstName(b)},`]
    const decided = !left.startsWith(right) && !right.startsWith(left)
    return decided ? compareBytes(left, right) : compareBytes(this.#joined(a), this.#joined(b))
  }

  #joined(group: number): string {
    return this.#groups
      .members(group)
      .map((at) => turnOf(this.#reporters, at))
      .sort(compareTurns)
      .map(({ name }) => name)
      .join(',')
  }
}
