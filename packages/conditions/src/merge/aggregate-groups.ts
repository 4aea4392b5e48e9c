import { compareBytes } from '../byte-order.ts'
import type { Condition } from '../condition.ts'
import { compareInstants, type MaybeInstant } from '../instant.ts'
import { keepSmallest, type Wanted } from './smallest.ts'
import type { MergePriority } from './strategy.ts'

/** What an aggregate asks of the objects it is made from, by their number in the input. */
export interface Reporters {
  readonly size: number
  kind(at: number): string
  name(at: number): string
  controlPlane(at: number): boolean
  condition(at: number): Condition
  priority(condition: Condition): MergePriority
}

/** Weight as a number, lower is heavier. */
export type Rank = 0 | 1 | 2

/** A message text, whichever kinds report it. */
export interface MessageText {
  readonly message: string
  /** The heaviest weight among its reporters. */
  rank: Rank
  /** Whether a control plane Machine is among them. */
  goesFirst: boolean
  /** The group of the kind that reported it first; those of further kinds are in `others`. */
  first: MessageGroup | undefined
  others: Map<string, MessageGroup> | undefined
}

/** The objects of one kind that report one message. */
export interface MessageGroup {
  readonly kind: string
  readonly text: MessageText
  size: number
  /** The number of the member added last; the others follow through `AggregateGroups.before`. */
  last: number
  /** The name of the member whose turn comes first. */
  firstName: string
  /** The turn of that member and the first few names in the order of bytes; a group of one needs neither. */
  several: Several | undefined
}

interface Several {
  first: Turn
  readonly names: string[]
}

/** How many names are told of a message. */
export const shownNames = 3

/** What decides when a reporter has its turn among those of the same message. */
export interface Turn {
  readonly rank: Rank
  readonly since: MaybeInstant
  readonly name: string
}

/**
 * Issues before unknowns, then by age. Upstream goes on with the order of its input, which a cache hands out at
 * random; names make the result independent of it.
 */
export function compareTurns(a: Turn, b: Turn): number {
  return a.rank - b.rank || compareInstants(a.since, b.since) || compareBytes(a.name, b.name)
}

/** The turn of one reporter. */
export function turnOf(reporters: Reporters, at: number): Turn {
  const condition = reporters.condition(at)
  const rank = rankOf(reporters.priority(condition)) ?? 2
  return { rank, since: condition.lastTransitionTime, name: reporters.name(at) }
}

/** All that the message of an aggregate is made from. */
export interface AggregateGroups {
  /** The heaviest weight of all; none when no condition had one of the three. */
  readonly heaviest: MergePriority | undefined
  readonly kinds: ReadonlyMap<string, readonly MessageGroup[]>
  readonly controlPlaneNames: ReadonlySet<string>
  /** For each member the one of the same group that was added before it, or -1. */
  readonly before: Int32Array
}

/**
 * Groups the reporters by kind and message in one pass. Infos count only where there is neither issue nor unknown,
 * so what was collected of them is dropped when the first of those appears.
 */
export function groupReporters(reporters: Reporters): AggregateGroups {
  const { size } = reporters
  const before = new Int32Array(size)
  const seen = [false, false, false]
  let collected = emptyCollection()
  let problems = false
  for (let at = 0; at < size; at++) {
    const condition = reporters.condition(at)
    const rank = rankOf(reporters.priority(condition))
    if (rank === undefined) continue
    const message = condition.message ?? ''
    seen[rank] = true
    if (rank === 2 && (problems || message === '')) continue
    if (rank < 2 && !problems) {
      problems = true
      if (collected.texts.size > 0) collected = emptyCollection()
    }
    const name = reporters.name(at)
    const text = textFor(collected, message)
    const group = groupFor(collected, text, reporters.kind(at))
    if (rank < text.rank) text.rank = rank
    if (reporters.controlPlane(at)) {
      text.goesFirst = true
      collected.controlPlaneNames.add(name)
    }
    if (group.size === 0) group.firstName = name
    else join(group, { rank, since: condition.lastTransitionTime, name }, reporters)
    before[at] = group.last
    group.last = at
    group.size++
  }
  const heaviest = seen[0] ? 'issue' : seen[1] ? 'unknown' : seen[2] ? 'info' : undefined
  return { heaviest, before, kinds: collected.kinds, controlPlaneNames: collected.controlPlaneNames }
}

const firstNames: Wanted<string> = { count: shownNames, compare: compareBytes }

function join(group: MessageGroup, turn: Turn, reporters: Reporters): void {
  // With a second member it begins to matter who is first; most groups of a large aggregate never get there.
  group.several ??= { first: turnOf(reporters, group.last), names: [group.firstName] }
  const { several } = group
  keepSmallest(several.names, turn.name, firstNames)
  if (compareTurns(turn, several.first) >= 0) return
  several.first = turn
  group.firstName = turn.name
}

interface Collection {
  readonly texts: Map<string, MessageText>
  readonly kinds: Map<string, MessageGroup[]>
  readonly controlPlaneNames: Set<string>
}

function emptyCollection(): Collection {
  return { texts: new Map(), kinds: new Map(), controlPlaneNames: new Set() }
}

function textFor({ texts }: Collection, message: string): MessageText {
  const known = texts.get(message)
  if (known) return known
  const text: MessageText = { message, rank: 2, goesFirst: false, first: undefined, others: undefined }
  texts.set(message, text)
  return text
}

function groupFor({ kinds }: Collection, text: MessageText, kind: string): MessageGroup {
  if (text.first?.kind === kind) return text.first
  const known = text.others?.get(kind)
  if (known) return known
  const group: MessageGroup = { kind, text, size: 0, last: -1, firstName: '', several: undefined }
  if (text.first === undefined) text.first = group
  else {
    text.others ??= new Map()
    text.others.set(kind, group)
  }
  const siblings = kinds.get(kind)
  if (siblings) siblings.push(group)
  else kinds.set(kind, [group])
  return group
}

// A strategy from outside the type system may return anything; what is none of the three counts for nothing.
function rankOf(priority: string): Rank | undefined {
  switch (priority) {
    case 'issue':
      return 0
    case 'unknown':
      return 1
    case 'info':
      return 2
    default:
      return undefined
  }
}
