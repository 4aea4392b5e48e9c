import type { FieldError } from '../../errors/field-error.ts'
import { forbiddenField, invalidValue, required } from '../../errors/field-errors.ts'
import type { JsonObject } from '../../json/json.ts'
import { validateLabels } from '../metadata-rules.ts'
import { labelValue, qualifiedName } from './name-rules.ts'
import { objectOf, objectsOf, textOf, textsOf } from './read.ts'

/** What is wrong with a LabelSelector (`matchLabels` and `matchExpressions`). */
export function validateLabelSelector(selector: JsonObject | undefined, path: string): readonly FieldError[] {
  if (selector === undefined) return []
  return [
    ...validateLabels(selector['matchLabels'], `${path}.matchLabels`),
    ...objectsOf(selector, 'matchExpressions').flatMap((expression, index) =>
      validateRequirement(expression, `${path}.matchExpressions[${index}]`),
    ),
  ]
}

function validateRequirement(expression: JsonObject, path: string): readonly FieldError[] {
  const key = textOf(expression, 'key')
  const values = textsOf(expression, 'values')
  return [
    ...validateOperator(textOf(expression, 'operator'), values, path),
    ...qualifiedName(key).map((problem) => invalidValue(`${path}.key`, key, problem)),
    ...values.flatMap((value, index) =>
      labelValue(value).map((problem) => invalidValue(`${path}.values[${index}]`, value, problem)),
    ),
  ]
}

function validateOperator(operator: string, values: readonly string[], path: string): readonly FieldError[] {
  switch (operator) {
    case 'In':
    case 'NotIn':
      if (values.length > 0) return []
      return [required(`${path}.values`, "must be specified when `operator` is 'In' or 'NotIn'")]
    case 'Exists':
    case 'DoesNotExist':
      if (values.length === 0) return []
      return [
        forbiddenField(
          `${path}.values`,
          "may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
        ),
      ]
    default:
      return [invalidValue(`${path}.operator`, operator, 'not a valid selector operator')]
  }
}

/** Does the selector choose an object with these labels? An absent selector chooses nothing, an empty one everything. */
export function selectorMatches(selector: JsonObject | undefined, labels: JsonObject | undefined): boolean {
  if (selector === undefined) return false
  const wanted = Object.entries(objectOf(selector, 'matchLabels') ?? {})
  if (wanted.some(([key, value]) => labels?.[key] !== value)) return false
  return objectsOf(selector, 'matchExpressions').every((expression) => requirementHolds(expression, labels))
}

function requirementHolds(expression: JsonObject, labels: JsonObject | undefined): boolean {
  const key = textOf(expression, 'key')
  const values = textsOf(expression, 'values')
  const present = labels !== undefined && Object.hasOwn(labels, key)
  const chosen = present && values.includes(textOf(labels, key))
  switch (textOf(expression, 'operator')) {
    case 'In':
      return chosen
    case 'NotIn':
      return !chosen
    case 'Exists':
      return present
    case 'DoesNotExist':
      return !present
    default:
      return false
  }
}

/** True when nothing is asked for, which means everything. */
export function isEmptySelector(selector: JsonObject): boolean {
  return (
    Object.keys(objectOf(selector, 'matchLabels') ?? {}).length === 0 &&
    objectsOf(selector, 'matchExpressions').length === 0
  )
}
