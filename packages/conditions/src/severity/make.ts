import { type Severity, type SeverityCondition, severityCondition } from './condition.ts'

/** What a condition that is not as it should be says. */
export interface SeverityTexts {
  readonly reason: string
  readonly severity?: Severity
  readonly message?: string
}

/** All is well: nothing more is said. */
export function trueSeverityCondition(type: string): SeverityCondition {
  return severityCondition({ type, status: 'True' })
}

/** Something is wrong, and how badly. */
export function falseSeverityCondition(type: string, texts: SeverityTexts): SeverityCondition {
  return severityCondition({ ...texts, type, status: 'False' })
}

/** Nobody knows; how badly would be a guess, so a severity is left out. */
export function unknownSeverityCondition(
  type: string,
  { reason, message }: SeverityTexts,
): SeverityCondition {
  return severityCondition({ type, status: 'Unknown', reason, message })
}

/** Something is wrong, for a type that is bad when True. */
export function trueNegativeSeverityCondition(type: string, texts: SeverityTexts): SeverityCondition {
  return severityCondition({ ...texts, type, status: 'True' })
}

/** All is well, for a type that is bad when True. */
export function falseNegativeSeverityCondition(type: string): SeverityCondition {
  return severityCondition({ type, status: 'False' })
}
