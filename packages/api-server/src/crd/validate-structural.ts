import { same } from '@sitrep/status/same'
import type { FieldError } from '../errors/field-error.ts'
import { forbiddenField, invalidValue, required } from '../errors/field-errors.ts'
import type { Json } from '../json/json.ts'
import { compilePattern } from '../schema/pattern.ts'
import type { WrittenSchema } from '../schema/read-schema.ts'
import type { Schema } from '../schema/schema.ts'

type Level = 'root' | 'item' | 'field'

const emptyType: Readonly<Record<Level, string>> = {
  root: 'must not be empty at the root',
  item: 'must not be empty for specified array items',
  field: 'must not be empty for specified object fields',
}

/** What keeps a schema from being structural: every place has a type, and junctors only restrict what is said outside. */
export function validateStructural(schema: WrittenSchema, path: string): readonly FieldError[] {
  const errors = [
    ...levelErrors(schema, 'root', path),
    ...completenessErrors(schema, schema, { at: path, from: path }),
  ]
  return errors.sort((a, b) => (`${a.field}: ${a.message}` < `${b.field}: ${b.message}` ? -1 : 1))
}

function levelErrors(schema: WrittenSchema, level: Level, path: string): readonly FieldError[] {
  const { items, additionalProperties, properties = {} } = schema
  return [
    ...(schema.type === 'array' && !items ? [required(`${path}.items`, 'must be specified')] : []),
    ...(items ? levelErrors(items, 'item', `${path}.items`) : []),
    ...Object.entries(properties).flatMap(([name, property]) =>
      levelErrors(property, 'field', `${path}.properties[${name}]`),
    ),
    ...(additionalProperties !== undefined && level === 'root'
      ? [forbiddenField(`${path}.additionalProperties`, 'must not be used at the root')]
      : []),
    ...(typeof additionalProperties === 'object'
      ? levelErrors(additionalProperties, 'field', `${path}.additionalProperties`)
      : []),
    ...extensionErrors(schema, path),
    ...junctorErrors(schema, path),
    ...typeErrors(schema, level, path),
    ...metaErrors(schema, level, path),
  ]
}

function extensionErrors(schema: Schema, path: string): readonly FieldError[] {
  if (schema['x-kubernetes-int-or-string'] !== true) return []
  const clashing = ['x-kubernetes-preserve-unknown-fields', 'x-kubernetes-embedded-resource'] as const
  return clashing
    .filter((name) => schema[name] === true)
    .map((name) =>
      invalidValue(`${path}.${name}`, true, 'must be false if x-kubernetes-int-or-string is true'),
    )
}

function typeErrors(schema: Schema, level: Level, path: string): readonly FieldError[] {
  const embedded = schema['x-kubernetes-embedded-resource'] === true
  const errors: FieldError[] = []
  const at = `${path}.type`
  if (embedded && schema.type !== 'object') {
    const words = 'must be object if x-kubernetes-embedded-resource is true'
    errors.push(schema.type === undefined ? required(at, words) : invalidValue(at, schema.type, words))
  } else if (schema.type === undefined && !untyped(schema)) errors.push(required(at, emptyType[level]))
  if (embedded && schema.additionalProperties !== undefined) {
    errors.push(
      forbiddenField(
        `${path}.additionalProperties`,
        'must not be used if x-kubernetes-embedded-resource is set',
      ),
    )
  }
  if (level === 'root' && schema.type !== undefined && schema.type !== 'object') {
    errors.push(invalidValue(at, schema.type, 'must be object at the root'))
  }
  return errors
}

function untyped(schema: Schema): boolean {
  return (
    schema['x-kubernetes-int-or-string'] === true || schema['x-kubernetes-preserve-unknown-fields'] === true
  )
}

function metaErrors(schema: Schema, level: Level, path: string): readonly FieldError[] {
  const embedded = schema['x-kubernetes-embedded-resource'] === true
  const properties = schema.properties ?? {}
  const errors: FieldError[] = []
  for (const name of level === 'root' || embedded ? ['kind', 'apiVersion'] : []) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (property && property.type !== 'string') {
      errors.push(invalidValue(`${path}.properties[${name}].type`, property.type ?? '', 'must be string'))
    }
  }
  const metadata = Object.hasOwn(properties, 'metadata') ? properties['metadata'] : undefined
  if (metadata)
    errors.push(...metadataErrors(metadata, level, { path: `${path}.properties[metadata]`, embedded }))
  const bare =
    embedded &&
    schema['x-kubernetes-preserve-unknown-fields'] !== true &&
    Object.keys(properties).length === 0
  if (bare) {
    const words =
      'must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields'
    errors.push(required(`${path}.properties`, words))
  }
  return errors
}

interface MetadataPlace {
  readonly path: string
  readonly embedded: boolean
}

/** The schema of metadata may restrict the name, and nothing else: the rest is what ObjectMeta says. */
function metadataErrors(
  metadata: Schema,
  level: Level,
  { path, embedded }: MetadataPlace,
): readonly FieldError[] {
  const errors: FieldError[] = []
  if ((level === 'root' || embedded) && metadata.type !== 'object') {
    errors.push(invalidValue(`${path}.type`, metadata.type ?? '', 'must be object'))
  }
  if (level !== 'root') return errors
  const { type: _type, default: _default, properties = {}, ...rest } = metadata
  const restricted = Object.keys(properties)
  const onlyNames = restricted.every((name) => name === 'name' || name === 'generateName')
  if (!onlyNames || Object.keys(rest).length > 0) {
    const words =
      'must not specify anything other than name and generateName, but metadata is implicitly specified'
    errors.push(forbiddenField(path, words))
  }
  return errors
}

const intOrString: Json = [{ type: 'integer' }, { type: 'string' }]

function isIntOrString(schemas: readonly Schema[] | undefined): boolean {
  return schemas !== undefined && same(schemas as unknown as Json, intOrString)
}

/** The two ways to spell int-or-string are exceptions: only there may a junctor name types. */
function junctorErrors(schema: Schema, path: string): readonly FieldError[] {
  const { anyOf = [], allOf = [], oneOf = [], not, pattern } = schema
  return [
    ...(isIntOrString(anyOf)
      ? []
      : anyOf.flatMap((part, index) => nestedErrors(part, `${path}.anyOf[${index}]`))),
    ...allOf.flatMap((part, index) => {
      const spelled = index === 0 && isIntOrString(part.anyOf)
      const { anyOf: _anyOf, ...others } = part
      return nestedErrors(spelled ? others : part, `${path}.allOf[${index}]`)
    }),
    ...oneOf.flatMap((part, index) => nestedErrors(part, `${path}.oneOf[${index}]`)),
    ...(not ? nestedErrors(not, `${path}.not`) : []),
    ...(pattern === undefined ? [] : patternErrors(pattern, `${path}.pattern`)),
  ]
}

function patternErrors(pattern: string, path: string): readonly FieldError[] {
  try {
    compilePattern(pattern)
    return []
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return [invalidValue(path, pattern, `must be a valid regular expression, but isn't: ${error.message}`)]
  }
}

const forbiddenInside = [
  ['type', 'must be empty to be structural'],
  ['additionalProperties', 'must be undefined to be structural'],
  ['default', 'must be undefined to be structural'],
  ['title', 'must be empty to be structural'],
  ['description', 'must be empty to be structural'],
  ['nullable', 'must be false to be structural'],
  ['x-kubernetes-preserve-unknown-fields', 'must be false to be structural'],
  ['x-kubernetes-embedded-resource', 'must be false to be structural'],
  ['x-kubernetes-int-or-string', 'must be false to be structural'],
  ['x-kubernetes-list-map-keys', 'must be empty to be structural'],
  ['x-kubernetes-list-type', 'must be undefined to be structural'],
  ['x-kubernetes-map-type', 'must be undefined to be structural'],
  ['x-kubernetes-validations', 'must be empty to be structural'],
] as const

function nestedErrors(schema: Schema, path: string): readonly FieldError[] {
  const { items, properties = {} } = schema
  return [
    ...junctorErrors(schema, path),
    ...(items ? nestedErrors(items, `${path}.items`) : []),
    ...Object.entries(properties).flatMap(([name, property]) =>
      nestedErrors(property, `${path}.properties[${name}]`),
    ),
    ...forbiddenInside
      .filter(([name]) => isSet(schema[name] as Json | undefined))
      .map(([name, words]) => forbiddenField(`${path}.${name}`, words)),
    ...(Object.hasOwn(properties, 'metadata')
      ? [forbiddenField(`${path}.properties[metadata]`, 'must not be specified in a nested context')]
      : []),
  ]
}

function isSet(value: Json | undefined): boolean {
  return value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0)
}

interface Places {
  /** Where the value is described. */
  readonly at: string
  /** Where it is restricted. */
  readonly from: string
}

/** What a junctor restricts must be described outside of it. */
function completenessErrors(
  restriction: Schema,
  described: Schema | undefined,
  { at, from }: Places,
): readonly FieldError[] {
  const parts: [Schema, string][] = [
    ...(restriction.not ? [[restriction.not, `${from}.not`] as [Schema, string]] : []),
    ...numbered(restriction.allOf, `${from}.allOf`),
    ...numbered(restriction.anyOf, `${from}.anyOf`),
    ...numbered(restriction.oneOf, `${from}.oneOf`),
  ]
  return parts.flatMap(([part, path]) => partErrors(part, described, { at, from: path }))
}

function partErrors(
  part: Schema,
  described: Schema | undefined,
  { at, from }: Places,
): readonly FieldError[] {
  if (!described) return [required(at, `because it is defined in ${from}`)]
  const known = described.properties ?? {}
  return [
    ...completenessErrors(part, described, { at, from }),
    ...(part.items
      ? partErrors(part.items, described.items, { at: `${at}.items`, from: `${from}.items` })
      : []),
    ...Object.entries(part.properties ?? {}).flatMap(([name, property]) => {
      const here = { at: `${at}.properties[${name}]`, from: `${from}.properties[${name}]` }
      return partErrors(property, Object.hasOwn(known, name) ? known[name] : undefined, here)
    }),
  ]
}

function numbered(schemas: readonly Schema[] | undefined, path: string): [Schema, string][] {
  return (schemas ?? []).map((schema, index) => [schema, `${path}[${index}]`])
}
