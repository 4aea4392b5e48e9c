import { patternSize } from '@sitrep/status/pattern-size'
import type { FieldError } from '../errors/field-error.ts'
import { forbiddenField, invalidValue } from '../errors/field-errors.ts'
import { invalidStruct } from '../errors/struct-errors.ts'
import type { Json } from '../json/json.ts'
import type { WrittenSchema } from '../schema/read-schema.ts'
import { validateDefaults } from './validate-defaults.ts'
import { dumpSchema } from './validate-dump.ts'
import { type RuleCheck, type SchemaPlace, validateOpenApi } from './validate-open-api.ts'
import { validateStructural } from './validate-structural.ts'

const allowedAtRoot = [
  'Description',
  'Type',
  'Format',
  'Title',
  'Maximum',
  'ExclusiveMaximum',
  'Minimum',
  'ExclusiveMinimum',
  'MaxLength',
  'MinLength',
  'Pattern',
  'MaxItems',
  'MinItems',
  'UniqueItems',
  'MultipleOf',
  'Required',
  'Items',
  'Properties',
  'ExternalDocs',
  'Example',
  'XPreserveUnknownFields',
  'XValidations',
]

const noRules: RuleCheck = () => []

interface SchemaContext {
  readonly path: string
  readonly statusEnabled: boolean
  readonly checkRules: RuleCheck
}

/** The schema of a version: structural, with defaults that fit, and rules that compile. */
export function validateSchema(
  schema: WrittenSchema,
  { path, statusEnabled, checkRules }: SchemaContext,
): readonly FieldError[] {
  const at = `${path}.openAPIV3Schema`
  if (patternSizes(schema) > maxPatternSizes)
    return [invalidValue(at, '', `must not have patterns of more than ${maxPatternSizes} steps together`)]
  const root: SchemaPlace = { path: at, root: true, insideMeta: false, junctor: false }
  const refusal = unsupported(schema)
  const structure = refusal === undefined ? validateStructural(schema, at) : []
  const shape = refusal === undefined && structure.length === 0 ? validateDefaults(schema, at) : structure
  const sound = refusal === undefined && shape.length === 0
  const openApi = validateOpenApi(schema, root, sound ? checkRules : noRules)
  const errors = [
    ...(statusEnabled ? rootErrors(schema, at) : []),
    ...(schema.nullable === true
      ? [forbiddenField(`${at}.nullable`, 'nullable cannot be true at the root')]
      : []),
    ...shape,
    ...openApi.schema,
    ...openApi.rules,
  ]
  return errors.length === 0 && refusal !== undefined ? [invalidValue(at, '', refusal)] : errors
}

/** Each pattern is prepared when the definition is written, and again where an object has to match it. */
const maxPatternSizes = 50_000

function patternSizes(schema: WrittenSchema): number {
  return partsOf(schema).reduce((sum, part) => sum + patternSizes(part), patternSize(schema.pattern ?? ''))
}

/** With a status subresource the schema of status stands alone, so what holds at the root must not depend on it. */
function rootErrors(schema: WrittenSchema, path: string): readonly FieldError[] {
  for (const [name, value] of dumpSchema(schema)) {
    if (isZero(value)) continue
    if (name === 'Type') {
      if (value === 'object') continue
      const words =
        'only "object" is allowed as the type at the root of the schema if the status subresource is enabled'
      return [invalidValue(`${path}.type`, value, words)]
    }
    if (!allowedAtRoot.includes(name)) {
      const words = `only [${allowedAtRoot.join(' ')}] fields are allowed at the root of the schema if the status subresource is enabled`
      return [invalidStruct(path, Object.fromEntries(dumpSchema(schema)), words)]
    }
  }
  return []
}

function isZero(value: Json): boolean {
  return value === null || value === '' || value === false
}

/** Why the schema cannot even be read as a structural one. */
function unsupported(schema: WrittenSchema): string | undefined {
  if (schema['x-kubernetes-preserve-unknown-fields'] === false) {
    return "internal error: 'x-kubernetes-preserve-unknown-fields' must be true or undefined"
  }
  if (schema.itemList) return "OpenAPIV3Schema 'items' must be a schema, but is an array"
  for (const [name, used] of unsupportedKeywords(schema)) {
    if (used) return `OpenAPIV3Schema '${name}' is not supported`
  }
  for (const child of partsOf(schema)) {
    const refusal = unsupported(child)
    if (refusal !== undefined) return refusal
  }
  return undefined
}

function unsupportedKeywords(schema: WrittenSchema): readonly (readonly [string, boolean])[] {
  return [
    ['id', schema.id !== undefined],
    ['schema', schema.$schema !== undefined],
    ['$ref', schema.$ref !== undefined],
    ['patternProperties', Object.keys(schema.patternProperties ?? {}).length > 0],
    ['dependencies', Object.keys(schema.dependencies ?? {}).length > 0],
    ['additionalItems', schema.additionalItems !== undefined],
    ['definitions', Object.keys(schema.definitions ?? {}).length > 0],
  ]
}

function partsOf(schema: WrittenSchema): readonly WrittenSchema[] {
  const { items, not, additionalProperties, properties = {}, allOf = [], anyOf = [], oneOf = [] } = schema
  return [
    ...(not ? [not] : []),
    ...allOf,
    ...anyOf,
    ...oneOf,
    ...(items ? [items] : []),
    ...Object.values(properties),
    ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
  ]
}
