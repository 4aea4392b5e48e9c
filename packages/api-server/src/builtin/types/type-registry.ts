import { readTable } from '../read-table.ts'
import type { Definition, Field } from './definition.ts'
import { parseField } from './field-text.ts'

/** The Go structs of all built-in kinds, read from their tables the first time somebody asks. */
export interface TypeRegistry {
  /** `undefined` when there is no such struct. */
  readonly get: (name: string) => Definition | undefined
  /** The struct behind a kind: `definitionOf('apps/v1', 'Deployment')`. */
  readonly definitionOf: (apiVersion: string, kind: string) => Definition | undefined
  /** The fields of a struct as JSON shows them: inlined structs opened, in Go's order. */
  readonly jsonFieldsOf: (definition: Definition) => readonly Field[]
}

type PackageTable = Readonly<Record<string, Readonly<Record<string, string>>>>

function createTypeRegistry(): TypeRegistry {
  const packages = new Map<string, PackageTable>()
  const definitions = new Map<string, Definition | undefined>()
  const byKind = new Map<string, Map<string, Definition>>()
  const jsonFields = new Map<Definition, readonly Field[]>()

  function packageTable(alias: string): PackageTable {
    const known = packages.get(alias)
    if (known !== undefined) return known
    const table = readTable<PackageTable>(alias)
    packages.set(alias, table)
    return table
  }

  function get(name: string): Definition | undefined {
    if (definitions.has(name)) return definitions.get(name)
    const definition = readDefinition(name, packageTable(name.slice(0, name.lastIndexOf('.'))))
    definitions.set(name, definition)
    return definition
  }

  function definitionOf(apiVersion: string, kind: string): Definition | undefined {
    const known = byKind.get(apiVersion)?.get(kind)
    if (known !== undefined) return known
    const definition = findDefinition(apiVersion, kind)
    // Only what exists: anybody can name other versions and kinds.
    if (definition !== undefined && Object.hasOwn(readGroupVersions(), apiVersion))
      byKind.set(apiVersion, (byKind.get(apiVersion) ?? new Map()).set(kind, definition))
    return definition
  }

  function findDefinition(apiVersion: string, kind: string): Definition | undefined {
    if (kind.includes('.')) return undefined
    const aliases = readGroupVersions()
    const alias = Object.hasOwn(aliases, apiVersion) ? aliases[apiVersion] : undefined
    const found = alias === undefined ? undefined : get(`${alias}.${kind}`)
    // DeleteOptions, Status and the like belong to every group and version.
    return found ?? (bodyKinds.has(kind) ? get(`meta.v1.${kind}`) : undefined)
  }

  function jsonFieldsOf(definition: Definition): readonly Field[] {
    const known = jsonFields.get(definition)
    if (known !== undefined) return known
    const fields = definition.fields.flatMap((field) => {
      if (!field.inline || field.type.form !== 'struct') return [field]
      const inlined = get(field.type.name)
      return inlined === undefined ? [] : jsonFieldsOf(inlined)
    })
    jsonFields.set(definition, fields)
    return fields
  }

  return { get, definitionOf, jsonFieldsOf }
}

const bodyKinds: ReadonlySet<string> = new Set(['DeleteOptions', 'Status', 'List'])

function readGroupVersions(): Readonly<Record<string, string>> {
  return readTable<Readonly<Record<string, string>>>('group-versions')
}

function readDefinition(name: string, table: PackageTable): Definition | undefined {
  const dot = name.lastIndexOf('.')
  const short = name.slice(dot + 1)
  if (!Object.hasOwn(table, short)) return undefined
  const { '@map': mapType, ...texts } = table[short] ?? {}
  const alias = name.slice(0, dot)
  return {
    name,
    fields: Object.entries(texts).map(([key, text]) => parseField(key, text, alias)),
    ...(mapType !== undefined && { mapType: mapType as 'atomic' | 'granular' }),
  }
}

/** One for the process: the tables are constants, and several servers share what has been read of them. */
export const typeRegistry: TypeRegistry = createTypeRegistry()
