import type { FieldError } from '../errors/field-error.ts'
import { invalidValue } from '../errors/field-errors.ts'
import type { Json, JsonObject } from '../json/json.ts'
import { getOwn } from '../json/own.ts'
import { onDemand } from '../on-demand.ts'
import type { ScalePaths } from '../resources/resource.ts'
import type * as celRules from './cel/validate-rules.ts'
import type { CompiledSchema } from './compiled-schema.ts'
import { Correlation } from './correlation.ts'
import { Effort } from './effort.ts'
import { inOneGo, type Slices } from './slices.ts'
import type { Check } from './validate/check.ts'
import { type MetadataCheck, validateEmbedded } from './validate/embedded.ts'
import { fieldErrorsOf } from './validate/field-errors-of.ts'
import { validateListTypes } from './validate/list-types.ts'
import { validateScaleSpec, validateScaleStatus } from './validate/scale.ts'
import { validateValue } from './validate/validate-value.ts'

// A tenth of all modules, and many servers never see a rule.
const cel: () => typeof celRules = onDemand(import.meta.url, './cel/validate-rules')

export interface ValidateOptions {
  /** The object before the update. What did not change since is not held against the new one. */
  readonly old?: JsonObject
  /** Only what the subresource can change is checked by keyword; rules and list types always see the whole object. */
  readonly subresource?: 'status'
  readonly scale?: ScalePaths
  /** Errors found before, in the metadata for instance: they decide with the others whether rules can run. */
  readonly preceding?: readonly FieldError[]
  /** Told of rules that an object goes on breaking where nothing changed. */
  readonly forgive?: (error: FieldError) => void
  /** Checks the metadata of embedded resources. */
  readonly checkMetadata?: MetadataCheck
}

/**
 * Everything a schema has to say against an object, in kube-apiserver's order and words. Without `old` the object is new.
 * The errors given as `preceding` are not repeated.
 */
export function validateObject(
  schema: CompiledSchema,
  object: JsonObject,
  options: ValidateOptions = {},
): readonly FieldError[] {
  return inOneGo(validateInSlices(schema, object, options))
}

/** The same, with a stop wherever much has been done: rules may take as long as their budget lets them. */
export function* validateInSlices(
  schema: CompiledSchema,
  object: JsonObject,
  options: ValidateOptions,
): Slices<readonly FieldError[]> {
  const { old, subresource, scale } = options
  const correlation = old && new Correlation(schema, object, old)
  const errors: FieldError[] = []
  if (subresource === 'status') errors.push(...statusErrors(schema, object, correlation))
  else
    errors.push(...keywordErrors({ schema, value: object, path: '', correlation, effort: new Effort() }, ''))
  if (scale && subresource !== 'status') errors.push(...validateScaleSpec(object, scale))
  if (scale) errors.push(...validateScaleStatus(object, scale))
  if (subresource !== 'status') errors.push(...validateEmbedded(schema, object, options.checkMetadata))
  errors.push(...listTypeErrors(schema, object, old))
  if (!schema.has('rules')) return errors
  const unevaluated = unevaluatedRules([...(options.preceding ?? []), ...errors])
  if (unevaluated) return [...errors, unevaluated]
  const { forgive } = options
  const subject = { object, old, correlation, path: '', kind: 'resource' } as const
  const found = yield* cel().validateRules(schema, { ...subject, ...(forgive !== undefined && { forgive }) })
  return [...errors, ...found]
}

function statusErrors(
  schema: CompiledSchema,
  object: JsonObject,
  correlation: Correlation | undefined,
): readonly FieldError[] {
  const status: Json | undefined = getOwn(object, 'status')
  const statusSchema = schema.properties.get('status')
  if (status === undefined || !statusSchema) return []
  const before = correlation?.member('status')
  const check = { schema: statusSchema, value: status, path: '', correlation: before, effort: new Effort() }
  return keywordErrors(check, 'status')
}

/**
 * Nearly every object is right, and then it does not matter what was there before: it is looked up for what is wrong only.
 * Not so among alternatives: what is forgiven in one of them may leave two that fit.
 */
function keywordErrors(check: Check, at: string): readonly FieldError[] {
  if (check.correlation === undefined || check.schema.has('alternatives'))
    return fieldErrorsOf(validateValue(check), at)
  const unforgiven = validateValue({ ...check, correlation: undefined })
  return unforgiven.valid ? [] : fieldErrorsOf(validateValue(check), at)
}

/** An object that already broke the rule may keep doing so: it could not be updated otherwise. */
function listTypeErrors(
  schema: CompiledSchema,
  object: JsonObject,
  old: JsonObject | undefined,
): readonly FieldError[] {
  const errors = validateListTypes(schema, object)
  if (errors.length === 0 || !old) return errors
  return validateListTypes(schema, old).length === 0 ? errors : []
}

const blocking: ReadonlySet<string> = new Set([
  'FieldValueNotSupported',
  'FieldValueRequired',
  'FieldValueTooLong',
  'FieldValueTooMany',
  'FieldValueTypeInvalid',
])

/** The error that stands for all rules when the object is too broken to evaluate them. */
function unevaluatedRules(errors: readonly FieldError[]): FieldError | undefined {
  if (!errors.some(({ reason }) => blocking.has(reason))) return undefined
  return invalidValue(
    '<nil>',
    null,
    'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
  )
}
