import type { Json, JsonObject, KubeObject } from '../../json/json.ts'
import { getOwn, isJsonArray, isJsonObject } from '../../json/own.ts'
import { decodeProblem } from './decode-problem.ts'
import type { Definition, Field, FieldType, NamedType } from './definition.ts'
import { typeRegistry } from './type-registry.ts'

/**
 * Why what a strategic patch made of a built-in object cannot be put back into its type; `undefined` when it can.
 * Kubernetes goes through reflection there and not through its JSON decoder, and has other words for the same.
 */
export function restoreProblem(object: KubeObject): string | undefined {
  const definition = typeRegistry.definitionOf(object.apiVersion, object.kind)
  return definition === undefined ? undefined : structProblem(object, definition)
}

function structProblem(object: JsonObject, definition: Definition): string | undefined {
  for (const field of typeRegistry.jsonFieldsOf(definition)) {
    const value = getOwn(object, field.name)
    const problem = value === undefined || value === null ? undefined : fieldProblem(value, field, definition)
    if (problem !== undefined) return problem
  }
  return undefined
}

function fieldProblem(value: Json, field: Field, definition: Definition): string | undefined {
  const inner = field.type.form === 'pointer' ? field.type.of : field.type
  // Types that read themselves are handed the JSON.
  if (inner.form === 'named' && selfReading.has(inner.name))
    return decodeProblem({ [field.name]: value }, { ...definition, fields: [field] })
  return valueProblem(value, inner)
}

const selfReading: ReadonlySet<NamedType> = new Set([
  'Time',
  'MicroTime',
  'Duration',
  'Quantity',
  'IntOrString',
])

function valueProblem(value: Json, type: FieldType): string | undefined {
  if (value === null) return undefined
  switch (type.form) {
    case 'pointer':
      return valueProblem(value, type.of)
    case 'list':
      if (!isJsonArray(value)) return `cannot restore slice from ${kindOf(value)}`
      return first(value, (item) => valueProblem(item, type.of))
    case 'map':
      if (!isJsonObject(value)) return `cannot restore map from ${kindOf(value)}`
      return first(Object.values(value), (item) => valueProblem(item, type.of))
    case 'struct': {
      const definition = typeRegistry.get(type.name)
      if (!isJsonObject(value)) return `cannot restore struct from: ${kindOf(value)}`
      return definition === undefined ? undefined : structProblem(value, definition)
    }
    case 'named':
      return scalarProblem(value, type.name)
  }
}

function first(items: readonly Json[], problemOf: (item: Json) => string | undefined): string | undefined {
  for (const item of items) {
    const problem = problemOf(item)
    if (problem !== undefined) return problem
  }
  return undefined
}

const integers: readonly string[] = ['int32', 'int64', 'uint32']

/** Go can convert numbers to each other and integers to text, which then is refused; the rest it cannot convert at all. */
function scalarProblem(value: Json, name: NamedType): string | undefined {
  const kind = kindOf(value)
  if (name === 'bool' || name === 'string') {
    if (kind === name) return undefined
    return name === 'string' && kind === 'int64'
      ? 'cannot convert int64 to string'
      : `unrecognized type: ${name}`
  }
  if (name !== 'float64' && !integers.includes(name)) return undefined
  if (kind !== 'int64' && kind !== 'float64') return `unrecognized type: ${name}`
  return kind === 'float64' && name !== 'float64' ? `cannot convert float64 to ${name}` : undefined
}

/** What Go calls a value that was read without a type. */
function kindOf(value: Json): string {
  if (isJsonArray(value)) return 'slice'
  if (isJsonObject(value)) return 'map'
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64'
  if (typeof value === 'boolean') return 'bool'
  return typeof value === 'bigint' ? 'int64' : typeof value
}
