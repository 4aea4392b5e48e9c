import { compareBytes } from '../byte-order.ts'
import { compareInstants } from '../instant.ts'
import type { AggregateGroups, MessageGroup, Reporters } from './aggregate-groups.ts'
import { indent } from './indent.ts'
import { pluralOf } from './plural.ts'
import { smallest } from './smallest.ts'

const shownMessages = 3
const shownNames = 3
const leftoverTexts = ['with other issues', 'with status unknown', 'with additional info'] as const

/** Tells the three weightiest messages with up to three names each, and counts what is left. */
export function aggregateMessage(groups: AggregateGroups, reporters: Reporters): string {
  const lines: string[] = []
  const order = new GroupOrder(groups, reporters)
  let budget = shownMessages
  // The budget is shared: an early kind can use it up, and later ones are only counted.
  for (const kind of [...groups.kinds.keys()].sort(compareBytes)) {
    const ofKind = groups.kinds.get(kind) ?? []
    const shown = smallest(ofKind, budget, (a, b) => order.compare(a, b))
    budget -= shown.length
    for (const group of shown) lines.push(header(kind, order.names(group)) + indent(group.text.message))
    lines.push(...leftovers(kind, ofKind, shown))
  }
  return lines.join('\n')
}

function leftovers(kind: string, all: readonly MessageGroup[], shown: readonly MessageGroup[]): string[] {
  const counts: [number, number, number] = [0, 0, 0]
  for (const group of all) counts[group.text.rank] += group.size
  for (const group of shown) counts[group.text.rank] -= group.size
  return leftoverTexts.flatMap((text, rank) => {
    const count = counts[rank] ?? 0
    if (count === 0) return []
    return [count === 1 ? `And 1 ${kind} ${text}` : `And ${count} ${pluralOf(kind)} ${text}`]
  })
}

interface Names {
  readonly first: readonly string[]
  readonly count: number
}

function header(kind: string, { first, count }: Names): string {
  if (count === 1) return `* ${kind} ${first[0]}:`
  const more = count > shownNames ? `, ... (${count - shownNames} more)` : ''
  return `* ${pluralOf(kind)} ${first.join(', ')}${more}:`
}

/** Which group is told before which. */
class GroupOrder {
  readonly #groups: AggregateGroups
  readonly #reporters: Reporters
  readonly #firstNames: Map<MessageGroup, string> = new Map()

  constructor(groups: AggregateGroups, reporters: Reporters) {
    this.#groups = groups
    this.#reporters = reporters
  }

  compare(a: MessageGroup, b: MessageGroup): number {
    if (a.text.goesFirst !== b.text.goesFirst) return a.text.goesFirst ? -1 : 1
    return a.text.rank - b.text.rank || b.size - a.size || this.#compareNames(a, b)
  }

  /** The names to show, control plane Machines first. */
  names(group: MessageGroup): Names {
    const names = this.#members(group).map((at) => this.#reporters.name(at))
    const { controlPlaneNames } = this.#groups
    const first = smallest(names, shownNames, (a, b) => {
      const difference = Number(controlPlaneNames.has(b)) - Number(controlPlaneNames.has(a))
      return difference || compareBytes(a, b)
    })
    return { first, count: group.size }
  }

  // Upstream joins the names in the order it met them and compares the texts. The first name mostly settles it; the
  // whole list is only made where it does not. Where upstream leaves equal lists to chance (objects of one name in
  // several namespaces), the message text decides here.
  #compareNames(a: MessageGroup, b: MessageGroup): number {
    const left = this.#firstName(a)
    const right = this.#firstName(b)
    if (a.size === 1) return compareBytes(left, right) || compareBytes(a.text.message, b.text.message)
    const [leftStart, rightStart] = [`${left},`, `${right},`]
    if (!leftStart.startsWith(rightStart) && !rightStart.startsWith(leftStart))
      return compareBytes(leftStart, rightStart)
    return compareBytes(this.#joined(a), this.#joined(b)) || compareBytes(a.text.message, b.text.message)
  }

  #firstName(group: MessageGroup): string {
    if (group.size === 1) return this.#reporters.name(group.last)
    const known = this.#firstNames.get(group)
    if (known !== undefined) return known
    let first = group.last
    for (const at of this.#members(group)) {
      if (this.#compareMembers(at, first) < 0) first = at
    }
    const name = this.#reporters.name(first)
    this.#firstNames.set(group, name)
    return name
  }

  #joined(group: MessageGroup): string {
    return this.#members(group)
      .sort((a, b) => this.#compareMembers(a, b))
      .map((at) => this.#reporters.name(at))
      .join(',')
  }

  // Issues before unknowns, then by age. Upstream goes on with the order of its input, which a cache hands out at
  // random; names make the result independent of it.
  #compareMembers(a: number, b: number): number {
    const { ranks } = this.#groups
    const reporters = this.#reporters
    return (
      (ranks[a] ?? 0) - (ranks[b] ?? 0) ||
      compareInstants(reporters.condition(a).lastTransitionTime, reporters.condition(b).lastTransitionTime) ||
      compareBytes(reporters.name(a), reporters.name(b))
    )
  }

  #members(group: MessageGroup): number[] {
    const members: number[] = []
    for (let at = group.last; at >= 0; at = this.#groups.before[at] ?? -1) members.push(at)
    return members
  }
}
