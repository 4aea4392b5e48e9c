import { type Condition, notYetReported } from '../condition.ts'
import { compareInstants } from '../instant.ts'
import { indent } from './indent.ts'
import type { MergePriority, PriorityOf } from './strategy.ts'

/** A condition that takes part in a summary, and its weight there. */
export interface SummaryMember {
  readonly condition: Condition
  readonly priority: MergePriority
}

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
  const members: SummaryMember[] = []
  for (let i = 0; i < types.length; i++) {
    const type = types[i]
    if (type === undefined || types.indexOf(type, i + 1) >= 0) continue
    const found = ofType(conditions, type)
    if (found.length === 0 && !ignoreIfMissing?.includes(type)) found.push(missing(type))
    for (const reported of found) {
      const condition = override?.find((other) => other.type === type) ?? reported
      members.push({ condition, priority: priorityOf(condition) })
    }
  }
  return members
}

function ofType(conditions: readonly Condition[], type: string): Condition[] {
  const found: Condition[] = []
  for (let i = 0; i < conditions.length; i++) {
    const condition = conditions[i]
    if (condition?.type === type) found.push(condition)
  }
  if (found.length > 1) found.sort((a, b) => compareInstants(a.lastTransitionTime, b.lastTransitionTime))
  return found
}

function missing(type: string): Condition {
  return { type, status: 'Unknown', reason: notYetReported, message: 'Condition not yet reported' }
}

/**
 * The entries of a summary's message. Infos are told only when the target is True, which for a negative target is
 * when there are issues: upstream's behaviour, kept for its bytes.
 */
export function summaryEntries(members: readonly SummaryMember[], targetStatus: string): readonly string[] {
  const entries: string[] = []
  for (const { condition, priority } of members) {
    const { type, message } = condition
    if (priority === 'info' && (targetStatus !== 'True' || !message)) continue
    entries.push(message ? `* ${type}:${indent(message)}` : `* ${type}: ${condition.reason ?? ''}`)
  }
  return entries
}
