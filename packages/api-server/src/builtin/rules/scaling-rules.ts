import type { FieldError } from '../../errors/field-error.ts'
import { invalidValue, required } from '../../errors/field-errors.ts'
import type { JsonObject } from '../../json/json.ts'
import { choice, mandatoryChoice } from '../validation/field-rules.ts'
import { numberOf, objectsOf, textOf } from '../validation/read.ts'
import type { StructRule, StructRules } from '../validation/struct-rules.ts'

const longestWindow = 3600
const longestPeriod = 1800

/** How fast an autoscaler may scale. */
export const scalingStructRules: StructRules = {
  'autoscaling.v2.HPAScalingRules': [
    window,
    choice('selectPolicy', ['Disabled', 'Max', 'Min']),
    somePolicy,
    tolerance,
  ],
  'autoscaling.v2.HPAScalingPolicy': [
    mandatoryChoice('type', ['Percent', 'Pods']),
    aboveZero('value'),
    aboveZero('periodSeconds'),
    period,
  ],
}

function window(rules: JsonObject, path: string): readonly FieldError[] {
  const seconds = numberOf(rules, 'stabilizationWindowSeconds') ?? 0
  const field = `${path}stabilizationWindowSeconds`
  if (seconds < 0) return [invalidValue(field, seconds, 'must be greater than or equal to zero')]
  return seconds > longestWindow
    ? [invalidValue(field, seconds, `must be less than or equal to ${longestWindow}`)]
    : []
}

function somePolicy(rules: JsonObject, path: string): readonly FieldError[] {
  return objectsOf(rules, 'policies').length > 0
    ? []
    : [required(`${path}policies`, 'must specify at least one Policy')]
}

function tolerance(rules: JsonObject, path: string): readonly FieldError[] {
  const text = textOf(rules, 'tolerance')
  return text.startsWith('-')
    ? [invalidValue(`${path}tolerance`, text, 'must be greater than or equal to 0')]
    : []
}

function aboveZero(field: string): StructRule {
  return (policy, path) => {
    const value = numberOf(policy, field) ?? 0
    return value > 0 ? [] : [invalidValue(`${path}${field}`, value, 'must be greater than zero')]
  }
}

function period(policy: JsonObject, path: string): readonly FieldError[] {
  const seconds = numberOf(policy, 'periodSeconds') ?? 0
  return seconds > longestPeriod
    ? [invalidValue(`${path}periodSeconds`, seconds, `must be less than or equal to ${longestPeriod}`)]
    : []
}
