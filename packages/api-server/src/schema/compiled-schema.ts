import type { Json } from '../json/json.ts'
import { enforcedFormat } from './formats/formats.ts'
import type { Pattern } from './pattern.ts'
import { compilePattern } from './pattern.ts'
import type { Schema } from './schema.ts'

/**
 * A schema prepared for use: children are found through maps (a property may be called `constructor`), and what a whole
 * subtree lacks is known, so that it can be skipped. Children are prepared when first needed.
 */
export class CompiledSchema {
  readonly source: Schema
  /** The JSON types allowed; empty when the schema names none. */
  readonly types: readonly string[]
  /** The format that values are checked against, or '' when there is none or it only informs. */
  readonly format: string
  readonly embedded: boolean
  readonly preserves: boolean
  readonly nullable: boolean
  readonly defaultValue: Json | undefined
  readonly #known: Map<Schema, CompiledSchema>
  readonly #answers: Map<Question, boolean> = new Map()
  readonly #derived: Map<string, unknown> = new Map()
  #properties: ReadonlyMap<string, CompiledSchema> | undefined
  #pattern: Pattern | undefined

  constructor(source: Schema, known: Map<Schema, CompiledSchema>) {
    this.source = source
    this.types = typesOf(source)
    this.format = enforcedFormat(this.types, source.format)
    this.embedded = source['x-kubernetes-embedded-resource'] === true
    this.preserves = source['x-kubernetes-preserve-unknown-fields'] === true
    this.nullable = source.nullable === true
    this.defaultValue = source.default ?? undefined
    this.#known = known
  }

  get properties(): ReadonlyMap<string, CompiledSchema> {
    this.#properties ??= new Map(
      Object.entries(this.source.properties ?? {})
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, schema]) => [name, this.#child(schema)]),
    )
    return this.#properties
  }

  get items(): CompiledSchema | undefined {
    return this.source.items && this.#child(this.source.items)
  }

  /** The schema of members that are not named; absent when there is none, even if any member is allowed. */
  get additional(): CompiledSchema | undefined {
    const { additionalProperties } = this.source
    return typeof additionalProperties === 'object' ? this.#child(additionalProperties) : undefined
  }

  /** Whether members that are not named are forbidden outright. Only junctors may say so. */
  get closed(): boolean {
    return this.source.additionalProperties === false
  }

  get anyOf(): readonly CompiledSchema[] {
    return this.#children(this.source.anyOf)
  }

  get oneOf(): readonly CompiledSchema[] {
    return this.#children(this.source.oneOf)
  }

  get allOf(): readonly CompiledSchema[] {
    return this.#children(this.source.allOf)
  }

  get not(): CompiledSchema | undefined {
    return this.source.not && this.#child(this.source.not)
  }

  get pattern(): Pattern | undefined {
    if (this.source.pattern === undefined || this.source.pattern === '') return undefined
    this.#pattern ??= compilePattern(this.source.pattern)
    return this.#pattern
  }

  /** The schema that a member of this name has to follow. */
  member(name: string): CompiledSchema | undefined {
    return this.properties.get(name) ?? this.additional
  }

  /** Whether a member of this name has a place here. */
  knows(name: string): boolean {
    const { additionalProperties } = this.source
    return this.properties.has(name) || (additionalProperties !== undefined && additionalProperties !== false)
  }

  /** Whether this schema, or one that describes something inside the value, has what is asked for. */
  has(question: Question): boolean {
    const known = this.#answers.get(question)
    if (known !== undefined) return known
    // A schema that contains itself has nothing more than its other parts have.
    this.#answers.set(question, false)
    const answer = this.#asks(question) || this.#inside().some((child) => child.has(question))
    this.#answers.set(question, answer)
    return answer
  }

  /** Something made from this schema, made once. */
  derive<T>(name: string, make: () => T): T {
    if (!this.#derived.has(name)) this.#derived.set(name, make())
    return this.#derived.get(name) as T
  }

  #asks(question: Question): boolean {
    switch (question) {
      case 'defaults':
        return this.defaultValue !== undefined
      case 'keyed-lists': {
        const listType = this.source['x-kubernetes-list-type']
        return listType === 'set' || listType === 'map'
      }
      case 'embedded':
        return this.embedded
      case 'alternatives': {
        const { anyOf, oneOf, allOf, not } = this.source
        return (anyOf ?? oneOf ?? allOf ?? not) !== undefined
      }
      case 'rules':
        return (this.source['x-kubernetes-validations']?.length ?? 0) > 0
    }
  }

  #inside(): readonly CompiledSchema[] {
    const { items, additional } = this
    return [...this.properties.values(), ...(items ? [items] : []), ...(additional ? [additional] : [])]
  }

  #children(schemas: readonly Schema[] | undefined): readonly CompiledSchema[] {
    return schemas === undefined ? none : schemas.map((schema) => this.#child(schema))
  }

  #child(schema: Schema): CompiledSchema {
    return compile(schema, this.#known)
  }
}

/** What a subtree of a schema can be asked for, so that values under it need not be visited when the answer is no. */
type Question = 'defaults' | 'keyed-lists' | 'embedded' | 'alternatives' | 'rules'

const none: readonly CompiledSchema[] = []

/** Prepares a schema for pruning, defaulting and validation. Costs little; the parts are prepared when first needed. */
export function compileSchema(schema: Schema): CompiledSchema {
  return compile(schema, new Map())
}

function compile(schema: Schema, known: Map<Schema, CompiledSchema>): CompiledSchema {
  const existing = known.get(schema)
  if (existing) return existing
  const compiled = new CompiledSchema(schema, known)
  known.set(schema, compiled)
  return compiled
}

function typesOf(schema: Schema): readonly string[] {
  if (schema['x-kubernetes-int-or-string'] === true) return ['integer', 'string']
  return schema.type === undefined ? [] : [schema.type]
}
