import { same } from '@sitrep/status/same'
import type { Json, JsonObject } from '../json/json.ts'
import { getOwn, getPath, isJsonArray, isJsonObject } from '../json/own.ts'
import { readSchema, type WrittenSchema } from '../schema/read-schema.ts'

/** What can be said for each version, or once for all when every version says the same. */
export interface VersionParts {
  /** Present as soon as `schema` is written; its content may still be missing. */
  readonly validation?: { readonly schema?: WrittenSchema }
  readonly subresources?: JsonObject
  readonly columns: readonly JsonObject[]
  readonly selectableFields: readonly JsonObject[]
}

export interface CrdVersion extends VersionParts {
  readonly name: string
  readonly served: boolean
  readonly storage: boolean
  readonly deprecated: boolean
  readonly deprecationWarning?: string
}

/**
 * A CustomResourceDefinition as kube-apiserver validates it: what all versions share is lifted to the top, so that an
 * error in the schema of a definition with one version is found under `spec.validation`.
 */
export interface CrdModel {
  readonly group: string
  readonly scope: string
  readonly names: JsonObject
  readonly versions: readonly CrdVersion[]
  readonly shared: VersionParts
  readonly conversion?: JsonObject
  readonly preserveUnknownFields: boolean
  readonly storedVersions: readonly string[]
  readonly acceptedNames: JsonObject
  readonly annotations: JsonObject
  readonly established: boolean
}

/** Reads a definition that decoded; parts of the wrong type count as missing. */
export function readCrd(crd: JsonObject): CrdModel {
  const spec = objectAt(crd, 'spec')
  const status = objectAt(crd, 'status')
  const written = listAt(spec, 'versions').map(readVersion)
  const conversion = getOwn(spec, 'conversion')
  return {
    group: textAt(spec, 'group'),
    scope: textAt(spec, 'scope'),
    names: objectAt(spec, 'names'),
    ...share(written),
    ...(isJsonObject(conversion) ? { conversion } : {}),
    preserveUnknownFields: getOwn(spec, 'preserveUnknownFields') === true,
    storedVersions: textsAt(status, 'storedVersions'),
    acceptedNames: objectAt(status, 'acceptedNames'),
    annotations: objectAt(objectAt(crd, 'metadata'), 'annotations'),
    established: listAt(status, 'conditions').some((condition) => isTrue(condition, 'Established')),
  }
}

export function textAt(object: JsonObject, name: string): string {
  const value = getOwn(object, name)
  return typeof value === 'string' ? value : ''
}

export function objectAt(object: JsonObject, name: string): JsonObject {
  const value = getOwn(object, name)
  return isJsonObject(value) ? value : {}
}

export function textsAt(object: JsonObject, name: string): readonly string[] {
  const value = getOwn(object, name)
  return isJsonArray(value) ? value.filter((item) => typeof item === 'string') : []
}

export function listAt(object: JsonObject, name: string): readonly JsonObject[] {
  const value = getOwn(object, name)
  return isJsonArray(value) ? value.filter(isJsonObject) : []
}

function isTrue(condition: JsonObject, type: string): boolean {
  return getOwn(condition, 'type') === type && getOwn(condition, 'status') === 'True'
}

function readVersion(version: JsonObject): CrdVersion {
  const schema = getOwn(version, 'schema')
  const subresources = getOwn(version, 'subresources')
  const warning = getOwn(version, 'deprecationWarning')
  return {
    name: textAt(version, 'name'),
    served: getOwn(version, 'served') === true,
    storage: getOwn(version, 'storage') === true,
    deprecated: getOwn(version, 'deprecated') === true,
    ...(typeof warning === 'string' ? { deprecationWarning: warning } : {}),
    ...(isJsonObject(schema) ? { validation: readValidation(schema) } : {}),
    ...(isJsonObject(subresources) ? { subresources } : {}),
    columns: listAt(version, 'additionalPrinterColumns'),
    selectableFields: listAt(version, 'selectableFields'),
  }
}

function readValidation(schema: JsonObject): { readonly schema?: WrittenSchema } {
  const written = getPath(schema, ['openAPIV3Schema'])
  return isJsonObject(written) ? { schema: readSchema(written) } : {}
}

/** Lifts what is the same in all versions to the top. */
function share(versions: readonly CrdVersion[]): Pick<CrdModel, 'versions' | 'shared'> {
  const [first] = versions
  if (!first) return { versions, shared: { columns: [], selectableFields: [] } }
  const shared = {
    validation: alike(versions, 'validation'),
    subresources: alike(versions, 'subresources'),
    columns: alike(versions, 'columns'),
    selectableFields: alike(versions, 'selectableFields'),
  }
  return {
    versions: versions.map((version) => without(version, shared)),
    shared: {
      ...(shared.validation && first.validation ? { validation: first.validation } : {}),
      ...(shared.subresources && first.subresources ? { subresources: first.subresources } : {}),
      columns: shared.columns ? first.columns : [],
      selectableFields: shared.selectableFields ? first.selectableFields : [],
    },
  }
}

type Part = keyof VersionParts

function alike(versions: readonly CrdVersion[], part: Part): boolean {
  const [first] = versions
  return versions.every((version) => same(version[part] as unknown as Json, first?.[part] as unknown as Json))
}

function without(version: CrdVersion, shared: Readonly<Record<Part, boolean>>): CrdVersion {
  const { validation, subresources, columns, selectableFields, ...rest } = version
  return {
    ...rest,
    ...(validation && !shared.validation ? { validation } : {}),
    ...(subresources && !shared.subresources ? { subresources } : {}),
    columns: shared.columns ? [] : columns,
    selectableFields: shared.selectableFields ? [] : selectableFields,
  }
}
