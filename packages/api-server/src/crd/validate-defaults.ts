import type { FieldError } from '../errors/field-error.ts'
import { invalidValue } from '../errors/field-errors.ts'
import type { Json, JsonObject } from '../json/json.ts'
import { isJsonObject, type MutableJsonObject, setOwn } from '../json/own.ts'
import { type CompiledSchema, compileSchema } from '../schema/compiled-schema.ts'
import { DecodeError } from '../schema/decode-struct.ts'
import { Effort } from '../schema/effort.ts'
import { inGoOrder } from '../schema/go-order.ts'
import { coerceObjectMeta } from '../schema/object-meta.ts'
import { pruneValue } from '../schema/prune.ts'
import type { Schema } from '../schema/schema.ts'
import { validateEmbedded } from '../schema/validate/embedded.ts'
import { fieldErrorsOf } from '../schema/validate/field-errors-of.ts'
import { validateValue } from '../schema/validate/validate-value.ts'

interface Place {
  readonly path: string
  /** The steps from the nearest resource down to here, when inside its metadata, kind or apiVersion. */
  readonly insideMeta?: readonly string[]
}

/** Every default in a schema is itself valid, and has nothing that pruning would take away. */
export function validateDefaults(schema: Schema, path: string): readonly FieldError[] {
  // The root is a resource like any embedded one.
  const resource = { ...schema, 'x-kubernetes-embedded-resource': true }
  return visit(compileSchema(resource), { path })
}

function visit(schema: CompiledSchema, place: Place): readonly FieldError[] {
  const { path } = place
  const { embedded } = schema
  const meta = schema.embedded ? undefined : place.insideMeta
  const { items } = schema
  return [
    ...(schema.defaultValue === undefined
      ? []
      : defaultErrors(schema, schema.defaultValue, { path, ...inside(meta) })),
    ...(items ? visit(items, { path: `${path}.items`, ...inside(meta && [...meta, '[]']) }) : []),
    ...[...schema.properties].flatMap(([name, property]) => {
      const at = `${path}.properties[${name}]`
      const starts = embedded && ['metadata', 'apiVersion', 'kind'].includes(name)
      return visit(property, { path: at, ...inside(starts ? [name] : meta && [...meta, name]) })
    }),
  ]
}

function inside(steps: readonly string[] | undefined): Pick<Place, 'insideMeta'> {
  return steps ? { insideMeta: steps } : {}
}

function defaultErrors(
  schema: CompiledSchema,
  value: Json,
  { path, insideMeta }: Place,
): readonly FieldError[] {
  const at = `${path}.default`
  const shapeErrors = insideMeta ? metaErrors(value, insideMeta, at) : plainErrors(schema, value, at)
  const unknown = insideMeta ? [] : unknownFieldErrors(schema, value, at)
  if (shapeErrors.length > 0) return [...unknown, ...shapeErrors]
  const result = validateValue({ schema, value, path: '', correlation: undefined, effort: new Effort() })
  return [...unknown, ...fieldErrorsOf(result, at)]
}

function unknownFieldErrors(schema: CompiledSchema, value: Json, at: string): readonly FieldError[] {
  const unknown: string[] = []
  pruneValue(value, { schema, root: schema.embedded, unknown, path: '' })
  return unknown.length === 0 ? [] : [invalidValue(at, inGoOrder(value), 'must not have unknown fields')]
}

/** A default that is, or contains, an embedded resource. */
function plainErrors(schema: CompiledSchema, value: Json, at: string): readonly FieldError[] {
  if (!isJsonObject(value) || !schema.has('embedded')) return []
  return validateEmbedded(schema, value, undefined).map((error) => ({
    ...error,
    field: `${at}.${error.field}`,
  }))
}

/** A default inside metadata, seen in a resource that has nothing else. */
function metaErrors(value: Json, steps: readonly string[], at: string): readonly FieldError[] {
  const resource = surround(value, steps) as JsonObject
  const problem = resourceProblem(resource)
  return problem === undefined
    ? []
    : [invalidValue(at, inGoOrder(value), `must result in valid metadata: ${problem}`)]
}

function resourceProblem(resource: JsonObject): string | undefined {
  for (const name of ['apiVersion', 'kind']) {
    const value = resource[name]
    if (value !== undefined && typeof value !== 'string')
      return `${name}: Invalid value: ${value}: must be a string`
  }
  try {
    coerceObjectMeta(resource['metadata'] ?? null)
    return undefined
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    return `metadata: ${invalidValue('', inGoOrder(resource['metadata'] ?? null), error.message).message}`
  }
}

function surround(value: Json, [step, ...rest]: readonly string[]): Json {
  if (step === undefined) return value
  const inner = surround(value, rest)
  if (step === '[]') return [inner]
  const object: MutableJsonObject = {}
  setOwn(object, step, inner)
  return object
}
