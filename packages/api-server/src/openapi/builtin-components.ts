import type { Definition, Field, FieldType } from '../builtin/types/definition.ts'
import { publishedDefault, zeroDefault } from '../builtin/types/schema-of.ts'
import { typeRegistry } from '../builtin/types/type-registry.ts'
import type { JsonObject } from '../json/json.ts'
import { isJsonObject } from '../json/own.ts'
import { componentName, namedComponents } from './component-names.ts'
import type { Dialect } from './dialect.ts'

/** The kinds that components stand for, by name of the component. */
export type Identities = (components: Iterable<string>) => Iterable<readonly [string, readonly JsonObject[]]>

/** The components of one document while it is written: what refers to a struct brings the struct in. */
export interface Components {
  /** A reference to a built-in struct, `undefined` when there is no such struct. */
  readonly refer: (definitionName: string) => JsonObject | undefined
  /** Adds a component that is no built-in struct, or adds keywords to one that is. */
  readonly add: (name: string, schema: JsonObject) => void
  /** Everything referred to so far, and what that refers to, by name in alphabetical order. */
  readonly finish: () => JsonObject
}

/** `identities` says which of the components are kinds. */
export function createComponents(dialect: Dialect, identities: Identities): Components {
  const written = new Map<string, JsonObject>()
  const extra = new Map<string, JsonObject>()
  const waiting: Definition[] = []

  function bringIn(definition: Definition): string {
    const name = componentName(definition.name)
    if (!written.has(name)) {
      written.set(name, {})
      waiting.push(definition)
    }
    return name
  }

  function reference(name: string, keywords: JsonObject | undefined): JsonObject {
    return keywords === undefined ? { $ref: dialect.reference(name) } : dialect.annotated(name, keywords)
  }

  function typeSchema(type: FieldType, keywords: JsonObject | undefined): JsonObject {
    switch (type.form) {
      case 'pointer':
        return typeSchema(type.of, keywords)
      case 'list':
        return { type: 'array', items: itemSchema(type.of), ...keywords }
      case 'map':
        return { type: 'object', additionalProperties: itemSchema(type.of), ...keywords }
      case 'struct':
        return reference(bringIn(struct(type.name)), keywords)
      case 'named': {
        const component = namedComponents.get(type.name)
        if (component === undefined) return { ...dialect.named[type.name], ...keywords }
        written.set(component, dialect.named[type.name])
        return reference(component, keywords)
      }
    }
  }

  function itemSchema(type: FieldType): JsonObject {
    const zero = dialect.defaults ? zeroDefault(type) : undefined
    return typeSchema(type, zero === undefined ? undefined : { default: zero })
  }

  function fieldSchema(field: Field): JsonObject {
    const published = dialect.defaults ? publishedDefault(field) : undefined
    const described = typeSchema(field.type, {
      ...(published !== undefined && { default: published }),
      ...mergeKeywords(field),
    })
    return field.enum === undefined ? described : withWords(described, field.enum)
  }

  function structSchema(definition: Definition): JsonObject {
    const fields = typeRegistry.jsonFieldsOf(definition)
    const required = fields.filter((field) => field.required).map((field) => field.name)
    return {
      type: 'object',
      ...(required.length > 0 && { required }),
      ...(fields.length > 0 && {
        properties: Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field)])),
      }),
      ...(definition.mapType !== undefined && { 'x-kubernetes-map-type': definition.mapType }),
    }
  }

  function finish(): JsonObject {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      written.set(componentName(next.name), structSchema(next))
    }
    for (const [name, schema] of extra) written.set(name, { ...written.get(name), ...schema })
    for (const [name, kinds] of identities(written.keys())) {
      written.set(name, { ...written.get(name), 'x-kubernetes-group-version-kind': kinds })
    }
    return Object.fromEntries([...written].sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  return {
    refer: (definitionName) => {
      const definition = typeRegistry.get(definitionName)
      return definition === undefined ? undefined : { $ref: dialect.reference(bringIn(definition)) }
    },
    add: (name, schema) => extra.set(name, { ...extra.get(name), ...schema }),
    finish,
  }
}

/** Adds the words to the text itself, wherever it stands in lists and maps. */
function withWords(schema: JsonObject, words: readonly string[]): JsonObject {
  const { items, additionalProperties } = schema
  if (isJsonObject(items)) return { ...schema, items: withWords(items, words) }
  if (isJsonObject(additionalProperties)) {
    return { ...schema, additionalProperties: withWords(additionalProperties, words) }
  }
  return { ...schema, enum: words }
}

function mergeKeywords({ listType, listKeys, mapType, patchStrategy, patchMergeKey }: Field): JsonObject {
  return {
    ...(listKeys !== undefined && { 'x-kubernetes-list-map-keys': listKeys }),
    ...(listType !== undefined && { 'x-kubernetes-list-type': listType }),
    ...(mapType !== undefined && { 'x-kubernetes-map-type': mapType }),
    ...(patchMergeKey !== undefined && { 'x-kubernetes-patch-merge-key': patchMergeKey }),
    ...(patchStrategy !== undefined && { 'x-kubernetes-patch-strategy': patchStrategy }),
  }
}

function struct(name: string): Definition {
  const definition = typeRegistry.get(name)
  if (definition === undefined) throw new TypeError(`no table describes ${name}`)
  return definition
}
