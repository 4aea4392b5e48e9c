import type { FieldError } from '../../errors/field-error.ts'
import { invalidValue } from '../../errors/field-errors.ts'
import type { JsonObject, KubeObject } from '../../json/json.ts'
import { formatIssues } from '../../schema/cel/issues.ts'
import { parseExpression } from '../../schema/cel/parse.ts'
import type { KindRules } from '../kind-rules.ts'
import { objectOf, objectsOf, textOf } from '../validation/read.ts'
import { specGeneration } from './spec-generation.ts'

const expressions = [
  ['validations', ['expression', 'messageExpression']],
  ['matchConditions', ['expression']],
  ['auditAnnotations', ['valueExpression']],
  ['variables', ['expression']],
] as const

/** A policy whose expressions can be read. What they mean is not looked at: nobody evaluates them here. */
export const admissionPolicyRules: KindRules = {
  generationOf: specGeneration,
  validate: (policy) => unreadableExpressions(policy),
}

function unreadableExpressions(policy: KubeObject): readonly FieldError[] {
  const spec = objectOf(policy, 'spec')
  return expressions.flatMap(([list, fields]) =>
    objectsOf(spec, list).flatMap((item, index) =>
      fields.flatMap((field) => unreadable(item, field, `spec.${list}[${index}].`)),
    ),
  )
}

function unreadable(item: JsonObject, field: string, path: string): readonly FieldError[] {
  const text = textOf(item, field)
  if (text.trim() === '') return []
  const parsed = parseExpression(text)
  if ('tree' in parsed) return []
  return [invalidValue(`${path}${field}`, text, `compilation failed: ${formatIssues([parsed.issue])}`)]
}
