import type { FieldError } from '../errors/field-error.ts'
import { invalidValue, notSupported, required } from '../errors/field-errors.ts'
import { resolveFieldPath } from '../schema/field-path.ts'
import type { Schema, ValidationRule } from '../schema/schema.ts'

const reasons = ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired']

/** What a rule of `x-kubernetes-validations` says besides its expressions. */
export function validateRuleTexts(schema: Schema, path: string): readonly FieldError[] {
  const rules = schema['x-kubernetes-validations'] ?? []
  return rules.flatMap((rule, index) =>
    ruleErrors(schema, rule, `${path}.x-kubernetes-validations[${index}]`),
  )
}

function ruleErrors(schema: Schema, rule: ValidationRule, path: string): readonly FieldError[] {
  const { messageExpression = '', reason, fieldPath = '' } = rule
  return [
    ...messageErrors(rule, path),
    ...(messageExpression !== '' && messageExpression.trim() === ''
      ? [required(`${path}.messageExpression`, 'messageExpression must be non-empty if specified')]
      : []),
    ...(reason !== undefined && !reasons.includes(reason)
      ? [notSupported(`${path}.reason`, reason, reasons)]
      : []),
    ...(fieldPath === '' ? [] : fieldPathErrors(schema, fieldPath, `${path}.fieldPath`)),
  ]
}

function messageErrors({ rule = '', message = '' }: ValidationRule, path: string): readonly FieldError[] {
  if (rule.trim() === '') return [required(`${path}.rule`, 'rule is not specified')]
  if (message !== '' && message.trim() === '') {
    return [invalidValue(`${path}.message`, message, 'must be non-empty if specified')]
  }
  if (hasLineBreak(message.trim()))
    return [invalidValue(`${path}.message`, message, 'must not contain line breaks')]
  if (hasLineBreak(rule.trim()) && message.trim() === '') {
    return [required(`${path}.message`, 'message must be specified if rule contains line breaks')]
  }
  return []
}

function fieldPathErrors(schema: Schema, fieldPath: string, path: string): readonly FieldError[] {
  return [
    ...(fieldPath.trim() === '' ? [invalidValue(path, fieldPath, 'must be non-empty if specified')] : []),
    ...(hasLineBreak(fieldPath) ? [invalidValue(path, fieldPath, 'must not contain line breaks')] : []),
    ...('error' in resolveFieldPath(schema, fieldPath)
      ? [invalidValue(path, fieldPath, 'must be a valid path')]
      : []),
  ]
}

function hasLineBreak(text: string): boolean {
  return /[\n\r]/.test(text)
}
