import type { Condition } from '../condition.ts'
import { ConditionsError } from '../errors.ts'
import type { NamedObject } from '../source.ts'

/** How much a condition weighs in a merge, heaviest first. */
export const mergePriorities = ['issue', 'unknown', 'info'] as const

/** One of the three weights. What a custom function returns beyond them counts for nothing in the status. */
export type MergePriority = (typeof mergePriorities)[number]

/** Weighs one condition. */
export type PriorityOf = (condition: Condition) => MergePriority

/** A condition and the object that reports it; a list of conditions without an object reports as nobody. */
export interface ReportedCondition {
  readonly condition: Condition
  readonly owner?: NamedObject
}

/** What was merged, by weight. */
export interface MergeGroups {
  readonly issues: readonly ReportedCondition[]
  readonly unknowns: readonly ReportedCondition[]
  readonly infos: readonly ReportedCondition[]
}

/** The reason of a merge, by the heaviest thing in it. */
export interface MergeReasons {
  readonly issue: string
  readonly unknown: string
  readonly info: string
}

/** How several conditions become one. */
export interface MergeStrategy {
  readonly priority: PriorityOf
  /** `negative` where the target is bad when True: an issue then gives True. */
  readonly targetPolarity: 'positive' | 'negative'
  /** Reasons by weight, or a function of all that was merged, which costs the building of its lists. */
  readonly reason: MergeReasons | ((groups: MergeGroups) => string)
  /** Rewrites the entries of a summary's message before they are joined; an entry may span lines. */
  readonly transform?: (entries: readonly string[]) => readonly string[]
  /**
   * When the message of a summary tells infos: where there is nothing else to tell, unless given, or whenever the target
   * is True, which for a negative one is beside its issues.
   */
  readonly infos?: 'alone' | 'when-true'
}

/** The reasons used where none are given. */
export const defaultMergeReasons: MergeReasons = Object.freeze({
  issue: 'IssuesReported',
  unknown: 'UnknownReported',
  info: 'InfoReported',
})

/** False is an issue and True an info, the other way round for negative types; anything else is unknown. */
export function defaultPriority(negative: readonly string[] = []): PriorityOf {
  const types = new Set(negative)
  return (condition) => priorityByStatus(condition.status, types.has(condition.type))
}

/** The weight of a status for one polarity. */
export function priorityByStatus(status: string, negative: boolean): MergePriority {
  if (status === 'True') return negative ? 'issue' : 'info'
  if (status === 'False') return negative ? 'info' : 'issue'
  return 'unknown'
}

/** What a strategy may be made of. */
export interface MergeStrategyOptions extends Partial<MergeStrategy> {
  /** The types that are bad when True, for the default priority. */
  readonly negative?: readonly string[]
}

/** A strategy with what is given, and the defaults for the rest. */
export function mergeStrategy(options: MergeStrategyOptions = {}): MergeStrategy {
  const { transform, infos } = options
  return {
    priority: options.priority ?? defaultPriority(options.negative),
    targetPolarity: options.targetPolarity ?? 'positive',
    reason: options.reason ?? defaultMergeReasons,
    ...(transform && { transform }),
    ...(infos && { infos }),
  }
}

/** Refuses a strategy that came from outside the type system without its one indispensable part. */
export function checkedStrategy(strategy: MergeStrategy): MergeStrategy {
  if (typeof strategy.priority !== 'function') {
    throw new ConditionsError('priority-missing', 'a merge strategy needs a priority')
  }
  return strategy
}

/** The status of a merge whose heaviest member has this weight. */
export function mergedStatus(
  heaviest: MergePriority,
  polarity: MergeStrategy['targetPolarity'],
): Condition['status'] {
  if (heaviest === 'unknown') return 'Unknown'
  return (heaviest === 'issue') === (polarity === 'positive') ? 'False' : 'True'
}
