import type { ConditionStatus } from '../condition.ts'
import { type Severity, type SeverityCondition, severityCondition } from './condition.ts'
import type { SeverityObject } from './report.ts'

const form = /^([^=]*)=([^\s/]*)(?:\/(\w*))?(?: ([^:]*?))?(?:: ([\s\S]*))?$/

/** One condition from `Type=Status/Severity Reason: message`; all after the status may be left out. */
export function one(text: string, lastTransitionTime?: string): SeverityCondition {
  const match = form.exec(text)
  if (match === null) throw new TypeError(`not a condition: ${text}`)
  const [, type = '', status = '', severity, reason, message] = match
  return severityCondition({
    type,
    status: status as ConditionStatus,
    severity: severity as Severity | undefined,
    lastTransitionTime,
    reason,
    message,
  })
}

/** A list of conditions from their short forms. */
export function many(...texts: readonly string[]): readonly SeverityCondition[] {
  return texts.map((text) => one(text))
}

/** A condition in its short form. */
export function told(condition: SeverityCondition | undefined): string {
  if (condition === undefined) return 'nothing'
  const { type, status, severity, reason, message } = condition
  return `${type}=${status}${severity ? `/${severity}` : ''}${reason ? ` ${reason}` : ''}${message ? `: ${message}` : ''}`
}

/** An object of a kind with a name from `Kind/name` and conditions in their short forms. */
export function object(ref: string, ...texts: readonly string[]): SeverityObject {
  const [kind = '', name = ''] = ref.split('/')
  return { kind, name, conditions: many(...texts) }
}
