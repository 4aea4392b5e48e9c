import { type Condition, condition } from './condition.ts'
import type { SetDecision } from './decision.ts'
import { ConditionsError } from './errors.ts'
import { hasCondition } from './get.ts'
import { withinLimits } from './limits.ts'
import { listOf } from './list.ts'
import {
  checkedStrategy,
  defaultMergeReasons,
  type MergePriority,
  type MergeStrategy,
  mergedStatus,
  mergePriorities,
  priorityByStatus,
  type ReportedCondition,
} from './merge/strategy.ts'
import { type SummaryMember, summaryEntries, summaryMembers } from './merge/summary.ts'
import { type ConditionedObject, type ConditionSource, isBareList, refOf, type Source } from './source.ts'

/** What a summary is made of. */
export interface SummaryOptions {
  /** The type of the result. */
  readonly type: string
  /** The types to summarize; the message lists them in this order. */
  readonly types: readonly string[]
  /** The types that are bad when True. A strategy of one's own brings its own and this is not looked at. */
  readonly negative?: readonly string[]
  /** The types that do not count as unknown when they are missing. */
  readonly ignoreIfMissing?: readonly string[]
  /** Conditions that stand in for those of the source; each needs its counterpart there. */
  readonly override?: readonly Condition[]
  readonly strategy?: MergeStrategy
}

/**
 * Makes one condition out of several of the same object. The sources are those that gave it its status.
 * Throws a ConditionsError when the options do not fit the object.
 */
export function summarize(source: ConditionSource, options: SummaryOptions): SetDecision {
  const { type, strategy } = options
  const owner = isBareList(source) ? undefined : present(source)
  const conditions = listOf(isBareList(source) ? source : source.conditions)
  checkTypes(options)
  checkOverrides(conditions, options)
  const members = summaryMembers(conditions, options, priorityFor(options))
  const heaviest = heaviestOf(members)
  const status = mergedStatus(heaviest, strategy?.targetPolarity ?? 'positive')
  const tellsInfos = strategy?.infos === 'when-true' ? status === 'True' : heaviest === 'info'
  const entries = summaryEntries(members, tellsInfos ? 'told' : 'untold')
  const message = (strategy?.transform?.(entries) ?? entries).join('\n')
  const reason = reasonFor(members, heaviest, { strategy, owner })
  const summary = withinLimits(condition({ type, status, reason, message }))
  return {
    outcome: 'set',
    type,
    by: 'summary',
    condition: summary,
    sources: sourcesOf(members, heaviest, owner),
  }
}

function present(source: ConditionedObject): ConditionedObject {
  if (!source) throw new ConditionsError('object-missing', 'the object to sum up is missing')
  return source
}

function checkTypes({ type, types }: SummaryOptions): void {
  if (!types?.length) throw new ConditionsError('types-empty', 'a summary needs the types that it sums up')
  if (!types.includes(type)) return
  const text = `the condition "${type}" cannot be summed up from itself`
  throw new ConditionsError('types-include-target', text)
}

function checkOverrides(conditions: readonly Condition[], { override }: SummaryOptions): void {
  if (override === undefined || override.length === 0) return
  for (const [i, { type }] of override.entries()) {
    if (override.findIndex((other) => other.type === type) < i) {
      throw new ConditionsError('override-repeated', `the condition "${type}" is overridden twice`)
    }
    if (hasCondition(conditions, type)) continue
    throw new ConditionsError(
      'override-missing',
      `the condition "${type}" cannot be overridden, for it is not there`,
    )
  }
}

function priorityFor({ negative, strategy }: SummaryOptions): (condition: Condition) => MergePriority {
  if (strategy === undefined) {
    return ({ type, status }) => priorityByStatus(status, negative?.includes(type) ?? false)
  }
  return (condition) => checkedStrategy(strategy).priority(condition)
}

function heaviestOf(members: readonly SummaryMember[]): MergePriority {
  if (members.length === 0) {
    const text = 'none of the conditions to sum up is there'
    throw new ConditionsError('nothing-to-summarize', text)
  }
  for (const priority of mergePriorities)
    for (let at = 0; at < members.length; at++) if (members[at]?.priority === priority) return priority
  throw new ConditionsError('nothing-to-merge', 'no condition to sum up has one of the three weights')
}

interface Reporting {
  readonly strategy: MergeStrategy | undefined
  readonly owner: ConditionedObject | undefined
}

function reasonFor(members: readonly SummaryMember[], heaviest: MergePriority, by: Reporting): string {
  const reason = by.strategy?.reason ?? defaultMergeReasons
  if (typeof reason !== 'function') return reason[heaviest]
  const { owner } = by
  const group = (wanted: MergePriority): ReportedCondition[] =>
    members
      .filter(({ priority }) => priority === wanted)
      .map(({ condition }) => (owner ? { condition, owner } : { condition }))
  return reason({ issues: group('issue'), unknowns: group('unknown'), infos: group('info') })
}

function sourcesOf(
  members: readonly SummaryMember[],
  heaviest: MergePriority,
  owner: ConditionedObject | undefined,
): readonly Source[] {
  const ref = owner && refOf(owner)
  const sources: Source[] = []
  for (const { condition, priority } of members) {
    if (priority === heaviest)
      sources.push(ref ? { ref, condition: condition.type } : { condition: condition.type })
  }
  return sources
}
