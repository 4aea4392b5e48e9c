import type { Condition } from '../condition.ts'
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
}

/** All that the message of an aggregate is made from. */
export interface AggregateGroups {
  /** The heaviest weight of all; none when no condition had one of the three. */
  readonly heaviest: MergePriority | undefined
  readonly kinds: ReadonlyMap<string, readonly MessageGroup[]>
  readonly controlPlaneNames: ReadonlySet<string>
  /** For each member the one of the same group that was added before it, or -1. */
  readonly before: Int32Array
  readonly ranks: Uint8Array
}

/**
 * Groups the reporters by kind and message in one pass. Infos count only where there is neither issue nor unknown,
 * so what was collected of them is dropped when the first of those appears.
 */
export function groupReporters(reporters: Reporters): AggregateGroups {
  const { size } = reporters
  const before = new Int32Array(size)
  const ranks = new Uint8Array(size)
  const seen = [false, false, false]
  let collected = emptyCollection()
  let problems = false
  for (let at = 0; at < size; at++) {
    const condition = reporters.condition(at)
    const rank = rankOf(reporters.priority(condition))
    if (rank === undefined) continue
    seen[rank] = true
    const message = condition.message ?? ''
    if (rank === 2 && (problems || message === '')) continue
    if (rank < 2 && !problems) {
      problems = true
      collected = emptyCollection()
    }
    const controlPlane = reporters.controlPlane(at)
    const kind = reporters.kind(at)
    if (controlPlane) collected.controlPlaneNames.add(reporters.name(at))
    const group = groupFor(collected, kind, message)
    const { text } = group
    if (rank < text.rank) text.rank = rank
    if (controlPlane) text.goesFirst = true
    ranks[at] = rank
    before[at] = group.last
    group.last = at
    group.size++
  }
  const heaviest = seen[0] ? 'issue' : seen[1] ? 'unknown' : seen[2] ? 'info' : undefined
  return { heaviest, before, ranks, kinds: collected.kinds, controlPlaneNames: collected.controlPlaneNames }
}

interface Collection {
  readonly texts: Map<string, MessageText>
  readonly kinds: Map<string, MessageGroup[]>
  readonly controlPlaneNames: Set<string>
}

function emptyCollection(): Collection {
  return { texts: new Map(), kinds: new Map(), controlPlaneNames: new Set() }
}

function groupFor(collection: Collection, kind: string, message: string): MessageGroup {
  let text = collection.texts.get(message)
  if (text === undefined) {
    text = { message, rank: 2, goesFirst: false, first: undefined, others: undefined }
    collection.texts.set(message, text)
  }
  if (text.first?.kind === kind) return text.first
  const found = text.others?.get(kind)
  if (found) return found
  const group: MessageGroup = { kind, text, size: 0, last: -1 }
  if (text.first === undefined) text.first = group
  else {
    text.others ??= new Map()
    text.others.set(kind, group)
  }
  const siblings = collection.kinds.get(kind)
  if (siblings) siblings.push(group)
  else collection.kinds.set(kind, [group])
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
