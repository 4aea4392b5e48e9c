import type { NamedType } from '../builtin/types/definition.ts'
import { scalarSchemas } from '../builtin/types/schema-of.ts'
import type { JsonObject } from '../json/json.ts'
import type { Schema } from '../schema/schema.ts'

/** How one version of OpenAPI writes what Kubernetes has to say. */
export interface Dialect {
  readonly reference: (component: string) => string
  /** A reference as the value of a property, with further keywords beside it. */
  readonly annotated: (component: string, keywords: JsonObject) => JsonObject
  readonly named: Readonly<Record<NamedType, JsonObject>>
  readonly defaults: boolean
  /** A custom kind's schema as far as this version of OpenAPI can say it. */
  readonly schema: (schema: Schema) => Schema
}

const scalars = {
  ...scalarSchemas,
  any: {},
  FieldsV1: { type: 'object' },
  RawExtension: { type: 'object' },
  JSON: {},
  JSONSchemaPropsOrBool: {},
  JSONSchemaPropsOrArray: {},
  JSONSchemaPropsOrStringArray: {},
} as const

export const openApiV3Dialect: Dialect = {
  reference: (component) => `#/components/schemas/${component}`,
  annotated: (component, keywords) => ({
    allOf: [{ $ref: `#/components/schemas/${component}` }],
    ...keywords,
  }),
  named: {
    ...scalars,
    Quantity: { oneOf: [{ type: 'string' }, { type: 'number' }] },
    IntOrString: { format: 'int-or-string', oneOf: [{ type: 'integer' }, { type: 'string' }] },
  },
  defaults: true,
  schema: withIntOrString,
}

/** Version 2 has no alternatives and published no defaults; a reference carries its keywords beside it. */
export const openApiV2Dialect: Dialect = {
  reference: (component) => `#/definitions/${component}`,
  annotated: (component, keywords) => ({ $ref: `#/definitions/${component}`, ...keywords }),
  named: {
    ...scalars,
    Quantity: { type: 'string' },
    IntOrString: { type: 'string', format: 'int-or-string' },
  },
  defaults: false,
  schema: withoutAlternatives,
}

/** Alternatives and nullable are unknown to version 2: what they would restrict is shown without the restriction. */
function withoutAlternatives(schema: Schema): Schema {
  const { allOf, anyOf, oneOf, not, nullable, default: preset, ...plain } = schema
  if (nullable === true) return unnamed(plain)
  if (plain['x-kubernetes-preserve-unknown-fields'] === true) {
    const isSimple = plain.type !== 'object' && plain.type !== 'array'
    return { ...unnamed(plain), ...(isSimple && plain.type !== undefined && { type: plain.type }) }
  }
  const { properties, items, additionalProperties } = plain
  return { ...plain, ...inside({ properties, items, additionalProperties }, withoutAlternatives) }
}

// Older kubectls refuse every field that is not named, and know no "these and others" or "this or nothing": of such a part nothing is named.
function unnamed({ type, properties, items, ...plain }: Schema): Schema {
  const { additionalProperties } = plain
  return {
    ...plain,
    ...inside({ properties: undefined, items: undefined, additionalProperties }, withoutAlternatives),
  }
}

/** What a custom schema marks as a number or a text is shown as an alternative, which every client understands. */
function withIntOrString(schema: Schema): Schema {
  const { properties, items, additionalProperties } = schema
  const marked = schema['x-kubernetes-int-or-string'] === true && schema.anyOf === undefined
  return {
    ...schema,
    ...(marked && { anyOf: [{ type: 'integer' as const }, { type: 'string' as const }] }),
    ...inside({ properties, items, additionalProperties }, withIntOrString),
  }
}

/** The schemas inside a schema, each rewritten. */
function inside(
  { properties, items, additionalProperties }: InnerSchemas,
  rewrite: (schema: Schema) => Schema,
): Pick<Schema, 'properties' | 'items' | 'additionalProperties'> {
  return {
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, rewrite(property)]),
      ),
    }),
    ...(items !== undefined && { items: rewrite(items) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: rewrite(additionalProperties) }),
  }
}

interface InnerSchemas {
  readonly properties: Schema['properties'] | undefined
  readonly items: Schema['items'] | undefined
  readonly additionalProperties: Schema['additionalProperties'] | undefined
}
