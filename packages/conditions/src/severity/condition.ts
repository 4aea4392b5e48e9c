import type { Condition, ConditionStatus, Instant } from '../condition.ts'

/** How bad a bad status is, worst first. */
export const severities = ['Error', 'Warning', 'Info'] as const

/** One of the three. Foreign objects may hold other strings, which rank below all of them. */
export type Severity = (typeof severities)[number]

/**
 * A condition of the older Cluster API model (v1beta1): it has a severity and no generation.
 * An absent text is an empty one.
 */
export interface SeverityCondition {
  readonly type: string
  readonly status: ConditionStatus
  readonly severity?: Severity
  readonly lastTransitionTime?: Instant
  readonly reason?: string
  readonly message?: string
}

/** A condition of either model; what reads one reads the other. */
export type AnyCondition = Condition | SeverityCondition

/** The parts of a condition before they are put together; empty ones are left out of the result. */
export interface SeverityConditionParts {
  readonly type: string
  readonly status: ConditionStatus
  readonly severity?: Severity | '' | undefined
  readonly lastTransitionTime?: Instant | undefined
  readonly reason?: string | undefined
  readonly message?: string | undefined
}

/** Puts a condition together with its keys in the order in which an API server writes them. */
export function severityCondition(parts: SeverityConditionParts): SeverityCondition {
  const { type, status, severity, lastTransitionTime, reason, message } = parts
  const made: { -readonly [Part in keyof SeverityCondition]: SeverityCondition[Part] } = { type, status }
  if (severity) made.severity = severity
  if (lastTransitionTime) made.lastTransitionTime = lastTransitionTime
  if (reason) made.reason = reason
  if (message) made.message = message
  return made
}
