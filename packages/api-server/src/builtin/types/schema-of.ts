import type { Json } from '../../json/json.ts'
import type { Schema } from '../../schema/schema.ts'
import type { Definition, Field, FieldType, NamedType } from './definition.ts'
import { typeRegistry } from './type-registry.ts'

const anything: Schema = { 'x-kubernetes-preserve-unknown-fields': true }

type Special =
  | 'any'
  | 'FieldsV1'
  | 'Quantity'
  | 'IntOrString'
  | 'RawExtension'
  | 'JSON'
  | `JSONSchemaProps${string}`

/** Types that every dialect of schemas writes the same way. */
export const scalarSchemas: Readonly<
  Record<Exclude<NamedType, Special>, { type: NonNullable<Schema['type']>; format?: string }>
> = {
  string: { type: 'string' },
  bool: { type: 'boolean' },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  uint32: { type: 'integer', format: 'int64' },
  float64: { type: 'number', format: 'double' },
  bytes: { type: 'string', format: 'byte' },
  Time: { type: 'string', format: 'date-time' },
  MicroTime: { type: 'string', format: 'date-time' },
  Duration: { type: 'string' },
}

const namedSchemas: Readonly<Record<NamedType, Schema>> = {
  ...scalarSchemas,
  any: anything,
  FieldsV1: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  Quantity: { oneOf: [{ type: 'string' }, { type: 'number' }] },
  IntOrString: { format: 'int-or-string', 'x-kubernetes-int-or-string': true },
  RawExtension: {
    type: 'object',
    'x-kubernetes-map-type': 'atomic',
    'x-kubernetes-preserve-unknown-fields': true,
  },
  JSON: anything,
  JSONSchemaPropsOrBool: anything,
  JSONSchemaPropsOrArray: anything,
  JSONSchemaPropsOrStringArray: anything,
}

const definitionSchemas = new WeakMap<Definition, Schema>()

/**
 * The schema of a built-in kind or of any struct inside it. `properties` is made when first read, and a struct is one
 * object wherever it appears, so the graph has cycles (JSONSchemaProps): walk it beside a value, never by itself.
 * Its defaults are those that OpenAPI publishes: zero values of Go for what is always there.
 */
export function schemaOf(definition: Definition): Schema {
  const known = definitionSchemas.get(definition)
  if (known !== undefined) return known
  const required = typeRegistry
    .jsonFieldsOf(definition)
    .filter((field) => field.required)
    .map((field) => field.name)
  let properties: Readonly<Record<string, Schema>> | undefined
  const schema: Schema = {
    type: 'object',
    ...(required.length > 0 && { required }),
    ...(definition.mapType !== undefined && { 'x-kubernetes-map-type': definition.mapType }),
    get properties() {
      properties ??= propertiesOf(definition)
      return properties
    },
  }
  definitionSchemas.set(definition, schema)
  return schema
}

function propertiesOf(definition: Definition): Readonly<Record<string, Schema>> {
  return Object.fromEntries(
    typeRegistry.jsonFieldsOf(definition).map((field) => [field.name, fieldSchema(field)]),
  )
}

function fieldSchema(field: Field): Schema {
  const { listType, listKeys, mapType, patchStrategy, patchMergeKey } = field
  const published = publishedDefault(field)
  const own: Schema = {
    ...(published !== undefined && { default: published }),
    ...(listType !== undefined && { 'x-kubernetes-list-type': listType }),
    ...(listKeys !== undefined && { 'x-kubernetes-list-map-keys': listKeys }),
    ...(mapType !== undefined && { 'x-kubernetes-map-type': mapType }),
    ...(patchStrategy !== undefined && { 'x-kubernetes-patch-strategy': patchStrategy }),
    ...(patchMergeKey !== undefined && { 'x-kubernetes-patch-merge-key': patchMergeKey }),
  }
  return typeSchema(field.type, own)
}

function typeSchema(type: FieldType, own: Schema): Schema {
  switch (type.form) {
    case 'pointer':
      return typeSchema(type.of, own)
    case 'list':
      return { type: 'array', items: itemSchema(type.of), ...own }
    case 'map':
      return { type: 'object', additionalProperties: itemSchema(type.of), ...own }
    case 'named':
      return Object.keys(own).length === 0 ? namedSchemas[type.name] : { ...namedSchemas[type.name], ...own }
    case 'struct':
      return structSchema(type.name, own)
  }
}

function itemSchema(type: FieldType): Schema {
  const zero = zeroDefault(type)
  return typeSchema(type, zero === undefined ? {} : { default: zero })
}

function structSchema(name: string, own: Schema): Schema {
  const definition = typeRegistry.get(name)
  if (definition === undefined) throw new TypeError(`no table describes ${name}`)
  const schema = schemaOf(definition)
  if (Object.keys(own).length === 0) return schema
  const { required, 'x-kubernetes-map-type': mapType } = schema
  return {
    type: 'object',
    ...(required !== undefined && { required }),
    ...(mapType !== undefined && { 'x-kubernetes-map-type': mapType }),
    get properties() {
      return schema.properties ?? {}
    },
    ...own,
  }
}

/** The default that OpenAPI documents show for a field. */
export function publishedDefault(field: Field): Json | undefined {
  if (field.defaultText !== undefined) {
    return field.defaultText === '' ? undefined : (JSON.parse(field.defaultText) as Json)
  }
  if (field.omit !== 'never' && field.type.form === 'named') return undefined
  return zeroDefault(field.type)
}

/** What OpenAPI publishes as default of a Go value that cannot be nil. */
export function zeroDefault(type: FieldType): Json | undefined {
  if (type.form === 'struct') return {}
  if (type.form !== 'named') return undefined
  switch (type.name) {
    case 'string':
      return ''
    case 'bool':
      return false
    case 'int32':
    case 'int64':
    case 'uint32':
    case 'float64':
      return 0
    default:
      return undefined
  }
}
