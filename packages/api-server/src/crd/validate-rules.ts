import type { FieldError } from '../errors/field-error.ts'
import { invalidValue } from '../errors/field-errors.ts'
import { invalidStruct } from '../errors/struct-errors.ts'
import { declareType } from '../schema/cel/declare.ts'
import { compileRules, type RuleResult } from '../schema/cel/rule.ts'
import { compileSchema } from '../schema/compiled-schema.ts'
import type { Schema } from '../schema/schema.ts'
import { dumpRule } from './validate-dump.ts'
import type { SchemaPlace } from './validate-open-api.ts'

/** The rules at one place of a schema compile, and look at old values only where there are any. */
export function validateRulesAt(schema: Schema, place: SchemaPlace): readonly FieldError[] {
  if ((schema['x-kubernetes-validations'] ?? []).length === 0) return []
  const path = `${place.path}.x-kubernetes-validations`
  const compiled = compileSchema(schema)
  const kind = place.root || compiled.embedded ? 'resource' : 'part'
  if (!declareType(compiled, { resource: kind === 'resource', name: 'selfType' })) {
    const message =
      'Internal error: internal error: failed to retrieve type information for x-kubernetes-validations'
    return [{ reason: 'FieldValueInvalid', field: path, message }]
  }
  return compileRules(compiled, kind).flatMap((result, index) =>
    ruleErrors(result, `${path}[${index}]`, place),
  )
}

function ruleErrors(
  result: RuleResult,
  path: string,
  { uncorrelatable }: SchemaPlace,
): readonly FieldError[] {
  const { written, error, messageError, transition } = result
  const errors: FieldError[] = []
  if (error !== undefined) errors.push(invalidStruct(`${path}.rule`, dumpRule(written), error))
  if (messageError !== undefined) {
    errors.push(invalidStruct(`${path}.messageExpression`, dumpRule(written), messageError))
  }
  if (transition && uncorrelatable !== undefined) {
    const words = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${uncorrelatable}`
    errors.push(invalidValue(`${path}.rule`, written.rule, words))
  }
  if (!transition && written.optionalOldSelf !== undefined) {
    const words = 'may not be set if oldSelf is not used in rule'
    errors.push(invalidValue(`${path}.optionalOldSelf`, written.optionalOldSelf, words))
  }
  return errors
}
