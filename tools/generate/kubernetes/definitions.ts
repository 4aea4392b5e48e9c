import type { GoFacts, GoField } from './modules.ts'
import type { PublishedSchema } from './openapi.ts'
import { apiPackageOf, splitTypeName } from './packages.ts'
import { specialTypeNames, typeText } from './type-text.ts'

/** One file of definitions: type name to field name to field text (see `field-text` in the reader). */
export type DefinitionTable = Record<string, Record<string, string>>

/** Everything that is known about the types. */
export interface Sources {
  readonly facts: GoFacts
  readonly published: ReadonlyMap<string, PublishedSchema>
  readonly enums: ReadonlyMap<string, readonly string[]>
}

/** All types reachable from `roots`, grouped by package alias; fields stay in Go's order, which is their JSON order. */
export function collectDefinitions(
  { facts, published, enums }: Sources,
  roots: readonly string[],
): ReadonlyMap<string, DefinitionTable> {
  const tables = new Map<string, DefinitionTable>()
  const schemas = schemasByType(facts, published)
  const waiting = [...roots]
  const seen = new Set<string>()
  for (let type = waiting.pop(); type !== undefined; type = waiting.pop()) {
    if (seen.has(type)) continue
    seen.add(type)
    const { path, name } = splitTypeName(type)
    const owner = apiPackageOf(path)
    if (owner === undefined) throw new TypeError(`${type} is in no API package`)
    const table = tables.get(owner.alias) ?? {}
    tables.set(owner.alias, table)
    const context = { facts, packagePath: path, need: (needed: string) => waiting.push(needed) }
    const schema = schemas.get(type)
    const texts: Record<string, string> = {}
    if (schema?.['x-kubernetes-map-type'] !== undefined) texts['@map'] = schema['x-kubernetes-map-type']
    for (const field of facts.types[type]?.fields ?? []) {
      const key = field.inline ? `+${inlineName(field)}` : field.jsonName
      const words = enums.get(field.type.replace(/^(?:\*|\[\]|\{[^}]*\})*/, ''))
      const text = fieldText(field, typeText(field.type, context), schema)
      texts[key] = words === undefined ? text : `${text} enum=${words.map(encodeURIComponent).join('|')}`
    }
    table[name] = texts
  }
  return tables
}

/** An inlined struct is not published by itself: what OpenAPI says of its fields stands in the struct around it. */
function schemasByType(
  facts: GoFacts,
  published: ReadonlyMap<string, PublishedSchema>,
): ReadonlyMap<string, PublishedSchema> {
  const schemas = new Map<string, PublishedSchema>()
  for (const type of Object.keys(facts.types)) {
    const { path, name } = splitTypeName(type)
    const schema = published.get(`${apiPackageOf(path)?.openApiPrefix}.${name}`)
    if (schema === undefined) continue
    schemas.set(type, schema)
    for (const field of facts.types[type]?.fields ?? []) {
      if (field.inline && !schemas.has(field.type)) schemas.set(field.type, schema)
    }
  }
  return schemas
}

function inlineName(field: GoField): string {
  return field.goName.charAt(0).toLowerCase() + field.goName.slice(1)
}

function fieldText(field: GoField, type: string, owner: PublishedSchema | undefined): string {
  const words = [protobufNumber(field), type]
  if (field.omitEmpty) words.push(field.omitZero ? '??' : '?')
  const schema = owner?.properties?.[field.jsonName]
  if (owner?.required?.includes(field.jsonName)) words.push('!')
  if (schema !== undefined) words.push(...publishedWords(schema, type, field))
  return words.join(' ')
}

function protobufNumber(field: GoField): string {
  const number = field.protobuf?.split(',')[1]
  return number === undefined ? '-' : number
}

function publishedWords(schema: PublishedSchema, type: string, field: GoField): readonly string[] {
  const words: string[] = []
  const listType = schema['x-kubernetes-list-type']
  if (listType !== undefined) words.push(`list=${listType}`)
  const keys = schema['x-kubernetes-list-map-keys']
  if (keys !== undefined) words.push(`keys=${keys.join(',')}`)
  const mapType = schema['x-kubernetes-map-type']
  if (mapType !== undefined) words.push(`map=${mapType}`)
  const strategy = schema['x-kubernetes-patch-strategy']
  if (strategy !== undefined) words.push(`patch=${strategy}`)
  const mergeKey = schema['x-kubernetes-patch-merge-key']
  if (mergeKey !== undefined) words.push(`merge=${mergeKey}`)
  const published = schema.default === undefined ? undefined : JSON.stringify(schema.default)
  if (published !== zeroDefault(type, field)) words.push(`default=${published ?? ''}`)
  return words
}

/** The default that OpenAPI publishes for a Go value which is always there; the tables say only what differs from it. */
function zeroDefault(text: string, field: GoField): string | undefined {
  const type = text.replace(/^\([^)]*\)/, '')
  if (/^(\*|\[|\{|items|bytes$|any$)/.test(type) || specialTypeNames.has(type)) return undefined
  if (type === 'string') return field.omitEmpty ? undefined : '""'
  if (type === 'bool') return field.omitEmpty ? undefined : 'false'
  if (/^(u?int|float)/.test(type)) return field.omitEmpty ? undefined : '0'
  return '{}'
}
