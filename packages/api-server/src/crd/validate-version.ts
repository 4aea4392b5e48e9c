import type { FieldError } from '../errors/field-error.ts'
import { duplicate, invalidValue, required } from '../errors/field-errors.ts'
import type { JsonObject } from '../json/json.ts'
import { getOwn, isJsonObject } from '../json/own.ts'
import { resolveFieldPath } from '../schema/field-path.ts'
import type { Schema } from '../schema/schema.ts'
import { type CrdVersion, textAt } from './validate-model.ts'

const columnTypes = ['boolean', 'date', 'integer', 'number', 'string']
const columnFormats = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password']
const maxSelectableFields = 8

/** `deprecationWarning` goes into a header, and only for deprecated versions. */
export function validateDeprecation(
  { deprecated, deprecationWarning }: CrdVersion,
  path: string,
): readonly FieldError[] {
  if (deprecationWarning === undefined) return []
  return warningProblems(deprecationWarning, deprecated).map((words) =>
    invalidValue(`${path}.deprecationWarning`, deprecationWarning, words),
  )
}

function warningProblems(warning: string, deprecated: boolean): readonly string[] {
  if (!deprecated) return ['can only be set for deprecated versions']
  const unprintable = /[^\P{C}]|(?! )\p{Z}/u.exec(warning)
  const index = unprintable ? Buffer.byteLength(warning.slice(0, unprintable.index)) : 0
  const printable = 'must only contain printable UTF-8 characters; non-printable character found at index'
  return [
    ...(Buffer.byteLength(warning) > 256 ? ['must be <= 256 characters long'] : []),
    ...(warning === '' ? ['must not be an empty string'] : []),
    ...(unprintable ? [`${printable} ${index}`] : []),
  ]
}

/** The paths of the scale subresource. */
export function validateSubresources(
  subresources: JsonObject | undefined,
  path: string,
): readonly FieldError[] {
  const scale = subresources && getOwn(subresources, 'scale')
  if (!isJsonObject(scale)) return []
  const selector = textAt(scale, 'labelSelectorPath')
  return [
    ...scalePathErrors(textAt(scale, 'specReplicasPath'), `${path}.scale.specReplicasPath`, ['.spec.']),
    ...scalePathErrors(textAt(scale, 'statusReplicasPath'), `${path}.scale.statusReplicasPath`, ['.status.']),
    ...(selector === ''
      ? []
      : scalePathErrors(selector, `${path}.scale.labelSelectorPath`, ['.spec.', '.status.'])),
  ]
}

function scalePathErrors(value: string, path: string, roots: readonly string[]): readonly FieldError[] {
  if (value === '') return [required(path)]
  const errors = simplePathErrors(value, path)
  if (errors.length > 0 || roots.some((root) => value.startsWith(root))) return errors
  const under = roots.length > 1 ? 'either .spec or .status' : (roots[0] ?? '').slice(0, -1)
  return [invalidValue(path, value, `should be a json path under ${under}`)]
}

function simplePathErrors(value: string, path: string): readonly FieldError[] {
  return value.startsWith('.')
    ? []
    : [invalidValue(path, value, 'must be a simple json path starting with .')]
}

/** `additionalPrinterColumns`, each with a name, a type and where to read it. */
export function validateColumn(column: JsonObject, path: string): readonly FieldError[] {
  const type = textAt(column, 'type')
  const format = textAt(column, 'format')
  const jsonPath = textAt(column, 'jsonPath')
  const oneOf = `must be one of ${columnTypes.join(',')}`
  return [
    ...(textAt(column, 'name') === '' ? [required(`${path}.name`)] : []),
    ...(type === '' ? [required(`${path}.type`, oneOf)] : []),
    ...(type !== '' && !columnTypes.includes(type) ? [invalidValue(`${path}.type`, type, oneOf)] : []),
    ...(format !== '' && !columnFormats.includes(format)
      ? [invalidValue(`${path}.format`, format, `must be one of ${columnFormats.join(',')}`)]
      : []),
    ...(jsonPath === '' ? [required(`${path}.JSONPath`)] : simplePathErrors(jsonPath, `${path}.JSONPath`)),
  ]
}

/** `selectableFields`: scalars outside of metadata, each once, not too many. */
export function validateSelectableFields(
  fields: readonly JsonObject[],
  schema: Schema,
  path: string,
): readonly FieldError[] {
  const seen = new Set<string>()
  const errors = fields.flatMap((field, index) =>
    selectableErrors(textAt(field, 'jsonPath'), schema, { at: `${path}[${index}].jsonPath`, seen }),
  )
  if (seen.size <= maxSelectableFields) return errors
  const message = `Too many: ${seen.size}: must have at most ${maxSelectableFields} items`
  return [...errors, { reason: 'FieldValueTooMany', field: path, message, value: seen.size }]
}

interface SelectablePlace {
  readonly at: string
  readonly seen: Set<string>
}

function selectableErrors(
  jsonPath: string,
  schema: Schema,
  { at, seen }: SelectablePlace,
): readonly FieldError[] {
  if (jsonPath === '') return [required(at)]
  const resolved = resolveFieldPath(schema, jsonPath, { brackets: false })
  if ('error' in resolved) return [invalidValue(at, jsonPath, `is an invalid path: ${resolved.error}`)]
  const scalar = ['string', 'boolean', 'integer'].includes(resolved.schema.type ?? '')
  const repeated = seen.has(resolved.path)
  seen.add(resolved.path)
  return [
    ...(resolved.first === 'metadata'
      ? [invalidValue(at, jsonPath, 'must not point to fields in metadata')]
      : []),
    ...(scalar
      ? []
      : [
          invalidValue(
            at,
            jsonPath,
            'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.',
          ),
        ]),
    ...(repeated ? [duplicate(at, jsonPath)] : []),
  ]
}
