import { type Condition, notYetReported } from '../condition.ts'
import { compareInstants } from '../instant.ts'
import { indent } from './indent.ts'
import type { MergePriority, PriorityOf } from './strategy.ts'

/** A condition that takes part in a summary, and its weight there. */
export interface SummaryMember {
  readonly condition: Condition
  readonly priority: MergePriority
}

/** Whether a message tells what is well. */
export type InfosTold = 'told' | 'untold'

/** Which conditions take part. */
export interface SummaryScope {
  readonly types: readonly string[]
  readonly ignoreIfMissing?: readonly string[]
  readonly override?: readonly Condition[]
}

/**
 * The conditions that take part, by the order of the types and then by age. A type listed twice stands at its last
 * place; a type without a condition is unknown unless it may be missing.
 */
export function summaryMembers(
  conditions: readonly Condition[],
  scope: SummaryScope,
  priorityOf: PriorityOf,
): readonly SummaryMember[] {
  const { types, ignoreIfMissing, override } = scope
  const spoken: Condition[] = []
  for (let i = 0; i < types.length; i++) {
    const type = types[i]
    if (type === undefined || types.indexOf(type, i + 1) >= 0) continue
    const first = firstIndex(conditions, type, 0)
    const second = first < 0 ? -1 : firstIndex(conditions, type, first + 1)
    if (second >= 0) spoken.push(...byAge(conditions, type))
    else if (first >= 0) spoken.push(conditions[first] as Condition)
    else if (!ignoreIfMissing?.includes(type)) spoken.push(missing(type))
  }
  return spoken.map((reported) => {
    const condition = override?.find((other) => other.type === reported.type) ?? reported
    return { condition, priority: priorityOf(condition) }
  })
}

function firstIndex(conditions: readonly Condition[], type: string, from: number): number {
  for (let i = from; i < conditions.length; i++) {
    if (conditions[i]?.type === type) return i
  }
  return -1
}

function byAge(conditions: readonly Condition[], type: string): readonly Condition[] {
  return conditions
    .filter((condition) => condition.type === type)
    .sort((a, b) => compareInstants(a.lastTransitionTime, b.lastTransitionTime))
}

function missing(type: string): Condition {
  return { type, status: 'Unknown', reason: notYetReported, message: 'Condition not yet reported' }
}

/** The entries of a summary's message. An info without a message is not worth telling. */
export function summaryEntries(members: readonly SummaryMember[], infos: InfosTold): readonly string[] {
  const entries: string[] = []
  for (const { condition, priority } of members) {
    const { type, message } = condition
    if (priority === 'info' && (infos === 'untold' || !message)) continue
    entries.push(message ? `* ${type}:${indent(message)}` : `* ${type}: ${condition.reason ?? ''}`)
  }
  return entries
}
