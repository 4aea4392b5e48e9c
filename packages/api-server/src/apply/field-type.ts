import type { Schema } from '../schema/schema.ts'
import { compareText } from './compare-text.ts'
import { objectMetaSchema } from './object-meta-schema.ts'
import { fieldElement, type KeyField, type PathElement } from './path-element.ts'

/**
 * What ownership needs to know of a schema: which forms a value may take, and which of its parts can be owned apart.
 * Source: k8s.io/kube-openapi pkg/schemaconv at 43fb72c5454a (behaviour).
 */
export interface FieldType {
  readonly scalar: 'numeric' | 'string' | 'boolean' | 'untyped' | undefined
  readonly list: ListType | undefined
  readonly map: MapType | undefined
}

export interface ListType {
  readonly relation: 'atomic' | 'set' | 'map'
  /** The members that identify an item of a `map` list, with the value each has when it is missing. */
  readonly keys: readonly KeyField[]
  /** Their names as the schema lists them; `keys` is sorted. */
  readonly keyNames: readonly string[]
  readonly item: FieldType
}

export interface MapType {
  readonly atomic: boolean
  readonly fields: ReadonlyMap<string, NamedField>
  /** The type of members that are not named; undefined where there may be none. */
  readonly rest: FieldType | undefined
}

export interface NamedField {
  readonly element: PathElement
  readonly type: FieldType
}

const noFields: ReadonlyMap<string, NamedField> = new Map()

/** Anything, owned as a whole. */
export const untypedAtomic: FieldType = {
  scalar: 'untyped',
  get list() {
    return atomicList
  },
  get map() {
    return atomicMap
  },
}

const atomicList: ListType = { relation: 'atomic', keys: [], keyNames: [], item: untypedAtomic }
const atomicMap: MapType = { atomic: true, fields: noFields, rest: untypedAtomic }

/** Anything; maps can be owned in parts. */
export const deduced: FieldType = {
  scalar: 'untyped',
  list: atomicList,
  get map() {
    return deducedMap
  },
}

const deducedMap: MapType = { atomic: false, fields: noFields, rest: deduced }

/** Whether the type knows nothing of the members of a map, or only that they are scalars of some kind. */
export function isDeducedMap({ fields, rest }: MapType): boolean {
  return fields.size === 0 && rest !== untypedAtomic && rest?.scalar === 'untyped'
}

// Derived from immutable schemas, so nobody can tell a remembered answer from a fresh one.
const rootTypes = new WeakMap<Schema, FieldType>()

/** The type of whole objects of a schema. */
export function objectType(schema: Schema): FieldType {
  const known = rootTypes.get(schema)
  if (known !== undefined) return known
  const type = typeOf(withObjectFields(schema), { preserves: false })
  rootTypes.set(schema, type)
  return type
}

interface Inherited {
  /** Unknown fields are allowed here and below. */
  readonly preserves: boolean
}

function withObjectFields(schema: Schema): Schema {
  const { properties = {} } = schema
  const metadata = properties['metadata']
  const described = metadata?.properties?.['labels'] !== undefined
  return {
    ...schema,
    type: 'object',
    properties: {
      ...properties,
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: described ? metadata : objectMetaSchema,
    },
  }
}

function typeOf(schema: Schema, inherited: Inherited): FieldType {
  // Metadata is described on its own: what the parent preserves does not reach into it.
  const preserves =
    schema !== objectMetaSchema &&
    (inherited.preserves || schema['x-kubernetes-preserve-unknown-fields'] === true)
  if (schema.type === undefined) return new SchemaType(schema, { preserves, scalar: 'untyped', forms: 'any' })
  switch (schema.type) {
    case 'object':
      return new SchemaType(schema, { preserves, scalar: undefined, forms: 'map' })
    case 'array':
      return new SchemaType(schema, { preserves, scalar: undefined, forms: 'list' })
    case 'string': {
      const plain = schema.format === undefined || schema.format === '' || schema.format === 'byte'
      return plain ? scalars.string : scalars.untyped
    }
    case 'boolean':
      return scalars.boolean
    case 'integer':
    case 'number':
      return scalars.numeric
  }
}

function scalarType(scalar: NonNullable<FieldType['scalar']>): FieldType {
  return { scalar, list: undefined, map: undefined }
}

const scalars = {
  string: scalarType('string'),
  untyped: scalarType('untyped'),
  boolean: scalarType('boolean'),
  numeric: scalarType('numeric'),
}

interface Shape {
  readonly preserves: boolean
  readonly scalar: FieldType['scalar']
  readonly forms: 'any' | 'map' | 'list'
}

/** Worked out when first asked for: schemas are large, and some contain themselves. */
class SchemaType implements FieldType {
  readonly scalar: FieldType['scalar']
  readonly #schema: Schema
  readonly #shape: Shape
  #list: ListType | undefined
  #map: MapType | undefined

  constructor(schema: Schema, shape: Shape) {
    this.scalar = shape.scalar
    this.#schema = schema['x-kubernetes-embedded-resource'] === true ? withObjectFields(schema) : schema
    this.#shape = shape
  }

  get list(): ListType | undefined {
    if (this.#shape.forms === 'map') return undefined
    this.#list ??= listType(this.#schema, this.#shape)
    return this.#list
  }

  get map(): MapType | undefined {
    if (this.#shape.forms === 'list') return undefined
    this.#map ??= mapType(this.#schema, this.#shape)
    return this.#map
  }
}

function mapType(schema: Schema, inherited: Inherited): MapType {
  const fields = new Map<string, NamedField>()
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    fields.set(name, { element: fieldElement(name), type: typeOf(property, inherited) })
  }
  return {
    atomic: schema['x-kubernetes-map-type'] === 'atomic',
    fields,
    rest: restType(schema, inherited),
  }
}

function restType(schema: Schema, inherited: Inherited): FieldType | undefined {
  const { additionalProperties: rest, properties = {} } = schema
  if (typeof rest === 'object') return typeOf(rest, inherited)
  const free = rest ?? (inherited.preserves || Object.keys(properties).length === 0)
  return free ? deduced : undefined
}

function listType(schema: Schema, inherited: Inherited): ListType {
  const { relation, keys } = relationOf(schema)
  return {
    relation,
    keys: keys
      .toSorted(compareText)
      .map((name) => ({ name, fallback: schema.items?.properties?.[name]?.default })),
    keyNames: keys,
    item: schema.items === undefined ? untypedAtomic : typeOf(schema.items, inherited),
  }
}

function relationOf(schema: Schema): { relation: ListType['relation']; keys: readonly string[] } {
  const relation = schema['x-kubernetes-list-type']
  if (relation !== undefined) {
    return { relation, keys: relation === 'map' ? (schema['x-kubernetes-list-map-keys'] ?? []) : [] }
  }
  // Kinds older than list types say the same by their patch strategy.
  const strategy = schema['x-kubernetes-patch-strategy']
  if (strategy !== 'merge' && strategy !== 'merge,retainKeys') return { relation: 'atomic', keys: [] }
  const key = schema['x-kubernetes-patch-merge-key']
  return key === undefined ? { relation: 'set', keys: [] } : { relation: 'map', keys: [key] }
}
