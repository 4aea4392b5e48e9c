import { compareBytes } from '../byte-order.ts'
import {
  type AggregateGroups,
  compareTurns,
  type MessageGroup,
  type Reporters,
  shownNames,
  turnOf,
} from './aggregate-groups.ts'
import { indent } from './indent.ts'
import { pluralOf } from './plural.ts'
import { smallest } from './smallest.ts'

const shownMessages = 3
const leftoverTexts = ['with other issues', 'with status unknown', 'with additional info'] as const

/** Tells the three weightiest messages with up to three names each, and counts what is left. */
export function aggregateMessage(groups: AggregateGroups, reporters: Reporters): string {
  const lines: string[] = []
  const order = new GroupOrder(groups, reporters)
  let budget = shownMessages
  // The budget is shared: an early kind can use it up, and later ones are only counted.
  for (const kind of [...groups.kinds.keys()].sort(compareBytes)) {
    const ofKind = groups.kinds.get(kind) ?? []
    const shown = smallest(ofKind, { count: budget, compare: (a, b) => order.compare(a, b) })
    const noun = nounOf(kind)
    budget -= shown.length
    for (const group of shown) {
      lines.push(header(noun, order.names(group), group.size) + indent(group.text.message))
    }
    lines.push(...leftovers(noun, ofKind, shown))
  }
  return lines.join('\n')
}

/** The word for so many objects of a kind. */
type Noun = (count: number) => string

// The plural takes a look at hundreds of rules, so it is formed once, and only where more than one object is told of.
function nounOf(kind: string): Noun {
  let plural: string | undefined
  return (count) => {
    if (count === 1) return kind
    plural ??= pluralOf(kind)
    return plural
  }
}

function leftovers(noun: Noun, all: readonly MessageGroup[], shown: readonly MessageGroup[]): string[] {
  const counts: [number, number, number] = [0, 0, 0]
  for (const group of all) counts[group.text.rank] += group.size
  for (const group of shown) counts[group.text.rank] -= group.size
  const lines: string[] = []
  for (const [rank, text] of leftoverTexts.entries()) {
    const count = counts[rank] ?? 0
    if (count > 0) lines.push(`And ${count} ${noun(count)} ${text}`)
  }
  return lines
}

function header(noun: Noun, names: readonly string[], count: number): string {
  const more = count > shownNames ? `, ... (${count - shownNames} more)` : ''
  return `* ${noun(count)} ${names.join(', ')}${more}:`
}

/** Which group is told before which, and by which names. */
class GroupOrder {
  readonly #groups: AggregateGroups
  readonly #reporters: Reporters

  constructor(groups: AggregateGroups, reporters: Reporters) {
    this.#groups = groups
    this.#reporters = reporters
  }

  compare(a: MessageGroup, b: MessageGroup): number {
    if (a.text.goesFirst !== b.text.goesFirst) return a.text.goesFirst ? -1 : 1
    return a.text.rank - b.text.rank || b.size - a.size || this.#compareNames(a, b)
  }

  /** The names to show, control plane Machines first. */
  names(group: MessageGroup): readonly string[] {
    const { controlPlaneNames } = this.#groups
    // Who is of the control plane is known at the end only, so the names that were kept may be the wrong ones.
    if (controlPlaneNames.size === 0) return group.several?.names ?? [group.firstName]
    const names = this.#members(group).map((at) => this.#reporters.name(at))
    const compare = (a: string, b: string): number =>
      Number(controlPlaneNames.has(b)) - Number(controlPlaneNames.has(a)) || compareBytes(a, b)
    return smallest(names, { count: shownNames, compare })
  }

  // Upstream joins the names in the order of their turns and compares the texts. The first name mostly settles it;
  // the whole list is only made where it does not. Where upstream leaves equal lists to chance (objects of one name
  // in several namespaces), the message text decides here.
  #compareNames(a: MessageGroup, b: MessageGroup): number {
    const joined = a.size === 1 ? compareBytes(a.firstName, b.firstName) : this.#compareJoined(a, b)
    return joined || compareBytes(a.text.message, b.text.message)
  }

  #compareJoined(a: MessageGroup, b: MessageGroup): number {
    const [left, right] = [`${a.firstName},`, `${b.firstName},`]
    const decided = !left.startsWith(right) && !right.startsWith(left)
    return decided ? compareBytes(left, right) : compareBytes(this.#joined(a), this.#joined(b))
  }

  #joined(group: MessageGroup): string {
    return this.#members(group)
      .map((at) => turnOf(this.#reporters, at))
      .sort(compareTurns)
      .map(({ name }) => name)
      .join(',')
  }

  #members(group: MessageGroup): number[] {
    const members: number[] = []
    for (let at = group.last; at >= 0; at = this.#groups.before[at] ?? -1) members.push(at)
    return members
  }
}
