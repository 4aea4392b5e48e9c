import type { FieldError } from '../errors/field-error.ts'
import { forbiddenField, invalidValue, notSupported, required } from '../errors/field-errors.ts'
import type { WrittenSchema } from '../schema/read-schema.ts'
import type { Schema } from '../schema/schema.ts'
import { validateListKeys } from './validate-list-keys.ts'
import { validateRuleTexts } from './validate-rule-texts.ts'

const types: readonly string[] = ['array', 'boolean', 'integer', 'number', 'object', 'string']

/** Where in the schema we are, as far as it decides what is allowed. */
export interface SchemaPlace {
  readonly path: string
  readonly root: boolean
  /** Inside metadata of the object or of an embedded one. */
  readonly insideMeta: boolean
  /** Why no default may stand here. */
  readonly noDefaults?: string
  /** The nearest list or map around whose items cannot be told from one another across an update. */
  readonly uncorrelatable?: string
  /** Inside a junctor, where rules have no place. */
  readonly junctor: boolean
}

/** Called for each place outside of junctors, when the schema at that place and below it has no errors. */
export type RuleCheck = (schema: Schema, place: SchemaPlace) => readonly FieldError[]

interface OpenApiErrors {
  readonly schema: readonly FieldError[]
  readonly rules: readonly FieldError[]
}

/** What a schema may not contain, whether structural or not. `checkRules` is asked about the rules of each place. */
export function validateOpenApi(
  schema: WrittenSchema,
  place: SchemaPlace,
  checkRules: RuleCheck,
): OpenApiErrors {
  const children = childrenOf(schema, place).map(([child, at]) => validateOpenApi(child, at, checkRules))
  const errors = [
    ...keywordErrors(schema, place),
    ...children.flatMap(({ schema: found }) => found),
    ...extensionErrors(schema, place.path),
    ...validateListKeys(schema, place.path),
    ...validateRuleTexts(schema, place.path),
  ]
  const rules = errors.length === 0 && !place.junctor ? checkRules(schema, place) : []
  return { schema: errors, rules: [...children.flatMap(({ rules: found }) => found), ...rules] }
}

function keywordErrors(
  schema: WrittenSchema,
  { path, noDefaults, insideMeta }: SchemaPlace,
): readonly FieldError[] {
  const { type } = schema as { readonly type?: string }
  const unsupported = (
    [
      ['id', schema.id !== undefined],
      ['additionalItems', schema.additionalItems !== undefined],
      ['patternProperties', Object.keys(schema.patternProperties ?? {}).length > 0],
      ['definitions', Object.keys(schema.definitions ?? {}).length > 0],
      ['dependencies', schema.dependencies !== undefined],
      ['$ref', schema.$ref !== undefined],
    ] as const
  ).filter(([, used]) => used)
  return [
    ...(type !== undefined && !types.includes(type) ? [notSupported(`${path}.type`, type, types)] : []),
    ...(schema.default !== undefined && noDefaults !== undefined
      ? [forbiddenField(`${path}.default`, `must not be set ${noDefaults}`)]
      : []),
    ...unsupported.map(([name]) => forbiddenField(`${path}.${name}`, `${name} is not supported`)),
    ...(type === 'null'
      ? [forbiddenField(`${path}.type`, 'type cannot be set to null, use nullable as an alternative')]
      : []),
    ...(schema.itemList && schema.itemList.length > 0
      ? [forbiddenField(`${path}.items`, 'items must be a schema object and not an array')]
      : []),
    ...(insideMeta && schema['x-kubernetes-embedded-resource'] === true
      ? [forbiddenField(`${path}.x-kubernetes-embedded-resource`, 'must not be used inside of resource meta')]
      : []),
    ...(schema.uniqueItems === true
      ? [
          forbiddenField(
            `${path}.uniqueItems`,
            'uniqueItems cannot be set to true since the runtime complexity becomes quadratic',
          ),
        ]
      : []),
    ...(excludesProperties(schema)
      ? [
          forbiddenField(
            `${path}.additionalProperties`,
            'additionalProperties and properties are mutual exclusive',
          ),
        ]
      : []),
  ]
}

function excludesProperties({ additionalProperties, properties = {} }: Schema): boolean {
  return (
    additionalProperties !== undefined && additionalProperties !== true && Object.keys(properties).length > 0
  )
}

type Child = readonly [WrittenSchema, SchemaPlace]

function childrenOf(schema: WrittenSchema, place: SchemaPlace): readonly Child[] {
  const { path, insideMeta } = place
  const below = { ...place, root: false }
  const junctor = (at: string): SchemaPlace => ({ ...below, path: at, junctor: true })
  const list = (schemas: readonly Schema[] | undefined, name: string): readonly Child[] =>
    (schemas ?? []).map((part, index) => [part, junctor(`${path}.${name}[${index}]`)])
  const keyed = schema['x-kubernetes-list-type'] === 'map'
  return [
    ...(typeof schema.additionalProperties === 'object'
      ? [
          [
            schema.additionalProperties,
            {
              ...below,
              path: `${path}.additionalProperties`,
              ...(insideMeta
                ? { noDefaults: 'inside additionalProperties applying to object metadata' }
                : {}),
            },
          ] as const,
        ]
      : []),
    ...propertiesOf(schema, place),
    ...(schema.not ? [[schema.not, junctor(`${path}.not`)] as const] : []),
    ...list(schema.allOf, 'allOf'),
    ...list(schema.oneOf, 'oneOf'),
    ...list(schema.anyOf, 'anyOf'),
    ...(schema.items
      ? [[schema.items, { ...(keyed ? below : uncorrelatable(below, path)), path: `${path}.items` }] as const]
      : []),
  ]
}

function propertiesOf(schema: WrittenSchema, place: SchemaPlace): readonly Child[] {
  const { path, root } = place
  const names = Object.keys(schema.properties ?? {}).sort()
  const resource = root || schema['x-kubernetes-embedded-resource'] === true
  const atomic = schema['x-kubernetes-map-type'] === 'atomic'
  const below = atomic ? uncorrelatable(place, path) : place
  return names.map((name) => {
    const meta = resource && ['metadata', 'kind', 'apiVersion'].includes(name)
    const child = {
      ...below,
      root: false,
      path: `${path}.properties[${name}]`,
      insideMeta: place.insideMeta || meta,
      ...(meta && root ? { noDefaults: `in top-level ${name}` } : {}),
    }
    return [(schema.properties as Readonly<Record<string, Schema>>)[name] as Schema, child] as const
  })
}

function uncorrelatable(place: SchemaPlace, path: string): SchemaPlace {
  return place.uncorrelatable === undefined ? { ...place, uncorrelatable: path } : place
}

function extensionErrors(schema: WrittenSchema, path: string): readonly FieldError[] {
  const mapType = schema['x-kubernetes-map-type'] as string | undefined
  const preserve = schema['x-kubernetes-preserve-unknown-fields']
  return [
    ...(preserve === false
      ? [invalidValue(`${path}.x-kubernetes-preserve-unknown-fields`, false, 'must be true or undefined')]
      : []),
    ...(mapType !== undefined && schema.type !== 'object'
      ? [wrongType(schema, path, 'must be object if x-kubernetes-map-type is specified')]
      : []),
    ...(mapType !== undefined && mapType !== 'atomic' && mapType !== 'granular'
      ? [notSupported(`${path}.x-kubernetes-map-type`, mapType, ['atomic', 'granular'])]
      : []),
  ]
}

/** The type does not go with an extension that is set. */
export function wrongType(schema: Schema, path: string, words: string): FieldError {
  return schema.type === undefined
    ? required(`${path}.type`, words)
    : invalidValue(`${path}.type`, schema.type, words)
}
