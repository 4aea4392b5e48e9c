import { compareBytes } from '../byte-order.ts'
import { type NamedObject, refOf, type Source } from '../source.ts'
import type { SeverityCondition } from './condition.ts'
import { falseSeverityCondition, trueSeverityCondition, unknownSeverityCondition } from './make.ts'
import { limited } from './set.ts'

/** A condition that takes part in a merge. */
export interface SeverityMember {
  readonly condition: SeverityCondition
  /** Whether it is bad when True. */
  readonly negative: boolean
  readonly owner: NamedObject | undefined
}

/** How a merge comes to its result. */
export interface SeverityMergeOptions {
  /** Which types speak first where several are equally bad. */
  readonly types?: readonly string[] | undefined
  /** Tells `x of y completed` instead of a message. */
  readonly steps?: Steps | undefined
  /** Says in the reason which object it came from. */
  readonly sourceRef?: boolean | undefined
  /** Which of two groups of one rank counts: that of the first member, or that of the lesser severity text. */
  readonly tie: 'first-member' | 'severity'
}

/** How far things have come. */
export interface Steps {
  readonly done: number
  readonly all: number
}

/** One condition made of several, and what it rests on. */
export interface SeverityResult {
  readonly condition: SeverityCondition
  readonly sources: readonly Source[]
}

interface Group {
  readonly status: string
  readonly severity: string
  readonly members: SeverityMember[]
}

/** Looks up what it rests on when somebody asks, which hardly anybody does. */
class MergedSeverity implements SeverityResult {
  readonly condition: SeverityCondition
  readonly #members: readonly SeverityMember[]

  constructor(condition: SeverityCondition, members: readonly SeverityMember[]) {
    this.condition = condition
    this.#members = members
  }

  get sources(): readonly Source[] {
    return this.#members.map(sourceOf)
  }
}

/** Makes one condition of positive polarity out of several; nothing out of none. */
export function mergeSeverity(
  members: readonly SeverityMember[],
  target: string,
  options: SeverityMergeOptions,
): SeverityResult | undefined {
  // So it is with nearly everything that is summed up.
  if (members.length > 0 && members.every(isDone))
    return new MergedSeverity(trueSeverityCondition(target), members)
  const groups = grouped(members)
  const top = topGroup(groups, options.tie)
  if (top === undefined) return undefined
  if (top.status === 'True') return new MergedSeverity(trueSeverityCondition(target), top.members)
  const first = firstOf(top, options.types)
  const reason = reasonOf(first, options.sourceRef)
  const message = options.steps === undefined ? first.condition.message : stepMessage(options.steps)
  const texts = { reason, ...(message && { message }) }
  const { severity } = first.condition
  const merged =
    top.status === 'False'
      ? falseSeverityCondition(target, { ...texts, ...(severity && { severity }) })
      : unknownSeverityCondition(target, texts)
  return new MergedSeverity(limited(merged), [first])
}

function grouped(members: readonly SeverityMember[]): readonly Group[] {
  // There are a handful at most, mostly one: looking through them costs less than a Map.
  const groups: Group[] = []
  for (let at = 0; at < members.length; at++) {
    const member = members[at] as SeverityMember
    const status = positiveStatus(member)
    const severity = member.condition.severity ?? ''
    const group = groups.find((known) => known.status === status && known.severity === severity)
    if (group) group.members.push(member)
    else groups.push({ status, severity, members: [member] })
  }
  return groups
}

function positiveStatus({ condition, negative }: SeverityMember): string {
  const { status } = condition
  if (!negative || (status !== 'True' && status !== 'False')) return status
  return status === 'True' ? 'False' : 'True'
}

// Source: kubernetes-sigs/cluster-api util/conditions/deprecated/v1beta1/merge_strategies.go. A False without a known
// severity comes last, even after Unknown.
function rankOf({ status, severity }: Group): number {
  if (status === 'True') return 3
  if (status === 'Unknown') return 4
  if (status !== 'False') return 99
  const rank = ['Error', 'Warning', 'Info'].indexOf(severity)
  return rank < 0 ? 99 : rank
}

function topGroup(groups: readonly Group[], tie: SeverityMergeOptions['tie']): Group | undefined {
  let top: Group | undefined
  for (const group of groups) {
    if (top === undefined || compareGroups(group, top, tie) < 0) top = group
  }
  return top
}

// Upstream lets the group that was made first win, which in an aggregate is a matter of the order of the objects.
function compareGroups(a: Group, b: Group, tie: SeverityMergeOptions['tie']): number {
  const difference = rankOf(a) - rankOf(b)
  if (difference !== 0 || tie === 'first-member') return difference
  return compareBytes(a.severity, b.severity) || compareBytes(a.status, b.status)
}

function firstOf({ members }: Group, types: readonly string[] | undefined): SeverityMember {
  const [only] = members
  if (members.length > 1) {
    for (const type of types ?? []) {
      const ofType = members.filter(({ condition }) => condition.type === type)
      if (ofType.length > 0) return least(ofType)
    }
    return least(members)
  }
  if (only === undefined) throw new TypeError('a group has at least one member')
  return only
}

function least(members: readonly SeverityMember[]): SeverityMember {
  return members.reduce((first, member) => (compareMembers(member, first) < 0 ? member : first))
}

// Beyond type and owner's name upstream leaves the choice to its sort; kind and namespace settle it here.
function compareMembers(a: SeverityMember, b: SeverityMember): number {
  return (
    compareBytes(a.condition.type, b.condition.type) ||
    compareBytes(a.owner?.name ?? '', b.owner?.name ?? '') ||
    compareBytes(a.owner?.kind ?? '', b.owner?.kind ?? '') ||
    compareBytes(a.owner?.namespace ?? '', b.owner?.namespace ?? '')
  )
}

function reasonOf({ condition, owner }: SeverityMember, sourceRef: boolean | undefined): string {
  const reason = condition.reason ?? ''
  if (!sourceRef || reason.includes('@')) return reason
  return `${reason} @ ${owner?.kind ?? ''}/${owner?.name ?? ''}`
}

const stepMessage = ({ done, all }: Steps): string => `${done} of ${all} completed`

/** Whether what a member stands for is done. */
export function isDone(member: SeverityMember): boolean {
  return positiveStatus(member) === 'True' && (member.condition.severity ?? '') === ''
}

/** Of members that are merged alike, the one that would speak; where all is well it does not matter who. */
export function speakersAmong(members: readonly SeverityMember[]): readonly SeverityMember[] {
  return grouped(members).map(({ status, members: alike }) =>
    status === 'True' && alike[0] !== undefined ? alike[0] : least(alike),
  )
}

function sourceOf({ condition, owner }: SeverityMember): Source {
  return owner ? { ref: refOf(owner), condition: condition.type } : { condition: condition.type }
}
