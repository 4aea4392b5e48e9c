import type { FieldError } from '../../errors/field-error.ts'
import { invalidValue, required } from '../../errors/field-errors.ts'
import type { Json, JsonObject } from '../../json/json.ts'
import { getOwn, isJsonArray, isJsonObject } from '../../json/own.ts'
import type { CompiledSchema } from '../compiled-schema.ts'
import { DecodeError } from '../decode-struct.ts'
import { dns1035LabelProblems } from '../dns.ts'
import { inGoOrder } from '../go-order.ts'
import { coerceObjectMeta } from '../object-meta.ts'

/** Says what is wrong with the metadata of an embedded resource; the path is where it stands. */
export type MetadataCheck = (metadata: JsonObject, path: string) => readonly FieldError[]

/** Embedded resources name their version and kind, and their metadata is valid. The root is not one of them. */
export function validateEmbedded(
  schema: CompiledSchema,
  object: JsonObject,
  checkMetadata: MetadataCheck | undefined,
): readonly FieldError[] {
  const errors: FieldError[] = []
  visit(object, { schema, path: '', errors, checkMetadata })
  return errors
}

interface Visit {
  readonly schema: CompiledSchema | undefined
  readonly path: string
  readonly errors: FieldError[]
  readonly checkMetadata: MetadataCheck | undefined
}

function visit(value: Json, { schema, path, errors, checkMetadata }: Visit): void {
  if (!schema?.has('embedded')) return
  if (isJsonArray(value)) {
    for (const [index, item] of value.entries()) {
      visit(item, { schema: schema.items, path: `${path}[${index}]`, errors, checkMetadata })
    }
  }
  if (!isJsonObject(value)) return
  if (schema.embedded) errors.push(...embeddedErrors(value, path, checkMetadata))
  for (const key of Object.keys(value).sort()) {
    const at = schema.properties.has(key) ? child(path, key) : `${path}[${key}]`
    visit(value[key] as Json, { schema: schema.member(key), path: at, errors, checkMetadata })
  }
}

function embeddedErrors(
  object: JsonObject,
  path: string,
  checkMetadata: MetadataCheck | undefined,
): readonly FieldError[] {
  const missing = ['apiVersion', 'kind'].filter((name) => !Object.hasOwn(object, name))
  return [
    ...missing.map((name) => required(child(path, name))),
    ...apiVersionErrors(getOwn(object, 'apiVersion'), child(path, 'apiVersion')),
    ...kindErrors(getOwn(object, 'kind'), child(path, 'kind')),
    ...metadataErrors(getOwn(object, 'metadata'), child(path, 'metadata'), checkMetadata),
  ]
}

function apiVersionErrors(value: Json | undefined, path: string): readonly FieldError[] {
  if (value === undefined) return []
  if (typeof value !== 'string') return [invalidValue(path, inGoOrder(value), 'must be a string')]
  if (value === '') return [invalidValue(path, value, 'must not be empty')]
  if (value.split('/').length <= 2) return []
  return [invalidValue(path, value, `unexpected GroupVersion string: ${value}`)]
}

function kindErrors(value: Json | undefined, path: string): readonly FieldError[] {
  if (value === undefined) return []
  if (typeof value !== 'string') return [invalidValue(path, inGoOrder(value), 'must be a string')]
  if (value === '') return [invalidValue(path, value, 'must not be empty')]
  const problems = dns1035LabelProblems(value.toLowerCase())
  if (problems.length === 0) return []
  return [invalidValue(path, value, `may have mixed case, but should otherwise match: ${problems.join(',')}`)]
}

function metadataErrors(
  value: Json | undefined,
  path: string,
  checkMetadata: MetadataCheck | undefined,
): readonly FieldError[] {
  if (value === undefined) return []
  try {
    const { value: metadata } = coerceObjectMeta(value)
    return checkMetadata?.(metadata, path) ?? []
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    return [invalidValue(path, inGoOrder(value), error.message)]
  }
}

function child(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`
}
