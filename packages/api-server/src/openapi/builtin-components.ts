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
  refer(definitionName: string): JsonObject | undefined
  /** Adds a component that is no built-in struct, or adds keywords to one that is. */
  add(name: string, schema: JsonObject): void
  /** Everything referred to so far, and what that refers to, by name in alphabetical order. */
  finish(): JsonObject
}

/** `identities` says which of the components are kinds. */
export function createComponents(dialect: Dialect, identities: Identities): Components {
  return new ComponentWriter(dialect, identities)
}

class ComponentWriter implements Components {
  readonly #dialect: Dialect
  readonly #identities: Identities
  readonly #written = new Map<string, JsonObject>()
  readonly #extra = new Map<string, JsonObject>()
  readonly #waiting: Definition[] = []

  constructor(dialect: Dialect, identities: Identities) {
    this.#dialect = dialect
    this.#identities = identities
  }

  refer(definitionName: string): JsonObject | undefined {
    const definition = typeRegistry.get(definitionName)
    return definition === undefined ? undefined : this.#reference(this.#bringIn(definition), undefined)
  }

  add(name: string, schema: JsonObject): void {
    this.#extra.set(name, { ...this.#extra.get(name), ...schema })
  }

  finish(): JsonObject {
    const written = this.#written
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) {
      written.set(componentName(next.name), this.#structSchema(next))
    }
    for (const [name, schema] of this.#extra) written.set(name, { ...written.get(name), ...schema })
    for (const [name, kinds] of this.#identities(written.keys())) {
      written.set(name, { ...written.get(name), 'x-kubernetes-group-version-kind': kinds })
    }
    return Object.fromEntries([...written].sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  #bringIn(definition: Definition): string {
    const name = componentName(definition.name)
    if (!this.#written.has(name)) {
      this.#written.set(name, {})
      this.#waiting.push(definition)
    }
    return name
  }

  #reference(name: string, keywords: JsonObject | undefined): JsonObject {
    const dialect = this.#dialect
    return keywords === undefined ? { $ref: dialect.reference(name) } : dialect.annotated(name, keywords)
  }

  #typeSchema(type: FieldType, keywords: JsonObject | undefined): JsonObject {
    switch (type.form) {
      case 'pointer':
        return this.#typeSchema(type.of, keywords)
      case 'list':
        return { type: 'array', items: this.#itemSchema(type.of), ...keywords }
      case 'map':
        return { type: 'object', additionalProperties: this.#itemSchema(type.of), ...keywords }
      case 'struct':
        return this.#reference(this.#bringIn(struct(type.name)), keywords)
      case 'named': {
        const component = namedComponents.get(type.name)
        const described = this.#dialect.named[type.name]
        if (component === undefined) return { ...described, ...keywords }
        this.#written.set(component, described)
        return this.#reference(component, keywords)
      }
    }
  }

  #itemSchema(type: FieldType): JsonObject {
    const zero = this.#dialect.defaults ? zeroDefault(type) : undefined
    return this.#typeSchema(type, zero === undefined ? undefined : { default: zero })
  }

  #fieldSchema(field: Field): JsonObject {
    const published = this.#dialect.defaults ? publishedDefault(field) : undefined
    const described = this.#typeSchema(field.type, {
      ...(published !== undefined && { default: published }),
      ...mergeKeywords(field),
    })
    return field.enum === undefined ? described : withWords(described, field.enum)
  }

  #structSchema(definition: Definition): JsonObject {
    const fields = typeRegistry.jsonFieldsOf(definition)
    const required = fields.filter((field) => field.required).map((field) => field.name)
    return {
      type: 'object',
      ...(required.length > 0 && { required }),
      ...(fields.length > 0 && {
        properties: Object.fromEntries(fields.map((field) => [field.name, this.#fieldSchema(field)])),
      }),
      ...(definition.mapType !== undefined && { 'x-kubernetes-map-type': definition.mapType }),
    }
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
