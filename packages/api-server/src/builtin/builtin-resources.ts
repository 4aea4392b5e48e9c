import type { KubeObject } from '../json/json.ts'
import { getOwn } from '../json/own.ts'
import type {
  Resource,
  ResourceVerb,
  ResourceVersion,
  Subresource,
  TableColumn,
} from '../resources/resource.ts'
import type { Schema } from '../schema/schema.ts'
import { behaviourOf } from './behaviour-of.ts'
import type { KindRules } from './kind-rules.ts'
import { neverStored } from './kind-traits.ts'
import { kindRules } from './kinds/kind-rules-by-name.ts'
import { columnsByKind } from './printers/columns-by-kind.ts'
import { type ResourceRow, readResourceRows, type VersionRow } from './resource-row.ts'
import { canonical } from './types/canonical.ts'
import { schemaOf } from './types/schema-of.ts'
import { typeRegistry } from './types/type-registry.ts'

/** The two columns of kinds that have no printer of their own. */
const createdAtColumns: readonly TableColumn[] = [
  { name: 'Name', type: 'string', format: 'name', description: '', priority: 0, cell: metadataText('name') },
  {
    name: 'Created At',
    type: 'date',
    format: '',
    description: '',
    priority: 0,
    cell: metadataText('creationTimestamp'),
  },
]

function metadataText(key: string): (object: KubeObject) => string {
  return ({ metadata }) => {
    const value = getOwn(metadata, key)
    return typeof value === 'string' ? value : ''
  }
}

/** Which versions to serve: all that Kubernetes 1.36 knows, or only those it serves without being asked. */
export interface BuiltinOptions {
  readonly versions?: 'all' | 'stable'
}

/** Every built-in resource. Schemas are made when first read: do not spread or copy a version, it would read its schema. */
export function builtinResources({ versions = 'all' }: BuiltinOptions = {}): readonly Resource[] {
  return readResourceRows().flatMap((row) => {
    const served = Object.entries(row.versions).filter(([name]) => versions === 'all' || isStable(name))
    return served.length === 0 ? [] : [builtinResource(row, served)]
  })
}

function isStable(version: string): boolean {
  return /^v\d+$/.test(version)
}

function builtinResource(row: ResourceRow, served: readonly (readonly [string, VersionRow])[]): Resource {
  const groupKind = `${row.group}/${row.kind}`
  const rules = kindRules.get(groupKind) ?? {}
  const hasStatus = served.some(([, version]) => subresourceNames(version).includes('status'))
  return {
    group: row.group,
    kind: row.kind,
    listKind: `${row.kind}List`,
    plural: row.plural,
    singular: row.singular,
    shortNames: row.shortNames ?? [],
    categories: row.categories ?? [],
    scope: row.scope,
    origin: 'builtin',
    storageVersion: served.some(([name]) => name === row.storageVersion)
      ? row.storageVersion
      : (served[0]?.[0] ?? row.storageVersion),
    versions: served.map(([name, version]) => builtinVersion(row, { name, version, rules })),
    behaviour: behaviourOf(groupKind, rules, hasStatus),
    ...(row.verbs !== undefined && { verbs: row.verbs as readonly ResourceVerb[] }),
    ...(neverStored.has(groupKind) && { stored: false as const }),
    ...(groupKind === 'events.k8s.io/Event' && { storedAs: { group: '', plural: 'events' } }),
    ...(rules.convert !== undefined && { convert: conversion(rules.convert) }),
  }
}

/** What a version always shows is there after a conversion, and what it leaves out is not. */
function conversion(convert: NonNullable<Resource['convert']>): NonNullable<Resource['convert']> {
  return (object, apiVersion) => {
    const converted = convert(object, apiVersion)
    const definition = typeRegistry.definitionOf(apiVersion, converted.kind)
    if (converted === object || definition === undefined) return converted
    return canonical(converted, definition) as unknown as KubeObject
  }
}

interface VersionParts {
  readonly name: string
  readonly version: VersionRow
  readonly rules: KindRules
}

function builtinVersion(row: ResourceRow, { name, version, rules }: VersionParts): ResourceVersion {
  const apiVersion = row.group === '' ? name : `${row.group}/${name}`
  const names = subresourceNames(version)
  const others = otherSubresources(version)
  return {
    name,
    get schema() {
      return schemaOfKind(apiVersion, row.kind)
    },
    status: names.includes('status'),
    ...(rules.deprecationWarning !== undefined && { deprecationWarning: rules.deprecationWarning }),
    ...(names.includes('scale') && rules.scale !== undefined && { scale: rules.scale }),
    columns: columnsByKind.get(`${row.group}/${row.kind}`) ?? createdAtColumns,
    selectableFields: new Map(Object.entries(rules.selectableFields ?? {})),
    ...(others.length > 0 && { subresources: others }),
  }
}

function schemaOfKind(apiVersion: string, kind: string): Schema {
  const definition = typeRegistry.definitionOf(apiVersion, kind)
  if (definition === undefined) throw new TypeError(`no table describes ${apiVersion} ${kind}`)
  return schemaOf(definition)
}

function subresourceNames(version: VersionRow): readonly string[] {
  return (version.subresources ?? []).map(([name]) => name)
}

function otherSubresources(row: VersionRow): readonly Subresource[] {
  return (row.subresources ?? [])
    .filter(([name]) => name !== 'status' && name !== 'scale')
    .map(([name, groupVersion, kind, verbs]) => {
      const slash = groupVersion.indexOf('/')
      const group = groupVersion.slice(0, slash)
      const version = groupVersion.slice(slash + 1)
      return {
        name,
        group,
        version,
        kind,
        verbs: verbs as Subresource['verbs'],
        get schema() {
          return schemaOfKind(group === '' ? version : groupVersion, kind)
        },
      }
    })
}
