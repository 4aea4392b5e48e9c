import { type Fields, fields, list } from './fields.ts'
import { groupOf, type KindRef, kindKey } from './kind.ts'
import type { KubeObject, OwnerReference } from './object.ts'

/** The kind of the objects that tell which other kinds a cluster serves. */
export const crdKind: KindRef = { group: 'apiextensions.k8s.io', kind: 'CustomResourceDefinition' }

/** What fields a kind has, by name, a few levels deep; a field without further ones is empty. */
export interface FieldOutline {
  readonly [name: string]: FieldOutline
}

/** A kind that a cluster serves, as its CustomResourceDefinition tells it. */
export interface ServedKind extends KindRef {
  readonly plural: string
  readonly shortNames: readonly string[]
  readonly namespaced: boolean
  readonly categories: readonly string[]
  /** Served versions, the stored one first. */
  readonly versions: readonly string[]
  readonly labels: Readonly<Record<string, string>>
  readonly owners: readonly OwnerReference[]
  /** The fields of the stored version. */
  readonly fields: FieldOutline
}

/**
 * Which kinds a definition is for, where they are known only from what a cluster serves: managed resources are of any group. Told by their
 * CustomResourceDefinition or, where nobody has one at hand, by an object itself.
 */
export interface DescribedKinds {
  /** What they are together, in words and in the singular: `managed resource`. */
  readonly described: string
  readonly serves: (served: ServedKind) => boolean
  readonly recognises: (object: KubeObject) => boolean
}

/** A kind by name, or a description of kinds. */
export type KindChoice = KindRef | DescribedKinds

/** A choice of kinds as a text that no other choice shares. */
export const formatChoice = (kind: KindChoice): string =>
  isDescribed(kind) ? `every ${kind.described}` : kindKey(kind)

export const isDescribed = (kind: KindChoice): kind is DescribedKinds => 'described' in kind

/** Whether a choice of kinds holds for an object: by its kind, or by what its kind is known to be, else by its looks. */
export function isChosen(kind: KindChoice, object: KubeObject, served?: ServedKind): boolean {
  if (!isDescribed(kind)) return kind.kind === object.kind && kind.group === groupOf(object.apiVersion)
  return served === undefined ? kind.recognises(object) : kind.serves(served)
}

/** How deep the outline of a kind's fields goes: `spec.crossplane.resourceRefs` is three. */
const outlineDepth = 3

/** Reads a CustomResourceDefinition; nothing for what is none, or serves nothing. */
export function servedKindOf(crd: KubeObject): ServedKind | undefined {
  const spec = fields(crd.spec)
  const names = fields(spec['names'])
  const [group, kind, plural] = [spec['group'], names['kind'], names['plural']]
  if (typeof group !== 'string' || typeof kind !== 'string' || typeof plural !== 'string') return undefined
  const versions = list(spec['versions']).map(fields).filter(isServed)
  const stored = versions.find((version) => version['storage'] === true) ?? versions[0]
  if (stored === undefined) return undefined
  return {
    group,
    kind,
    plural,
    shortNames: textsOf(names['shortNames']),
    namespaced: spec['scope'] !== 'Cluster',
    categories: textsOf(names['categories']),
    versions: textsOf(
      [stored, ...versions.filter((version) => version !== stored)].map((each) => each['name']),
    ),
    labels: crd.metadata.labels ?? {},
    owners: crd.metadata.ownerReferences ?? [],
    fields: outlineOf(schemaOf(stored), outlineDepth),
  }
}

const isServed = (version: Fields): boolean =>
  version['served'] !== false && typeof version['name'] === 'string'

/** What is worth remembering of a CustomResourceDefinition: whole schemas of a thousand kinds take gigabytes. */
export function leanCrd(crd: KubeObject): KubeObject {
  const spec = fields(crd.spec)
  const versions = list(spec['versions']).map(fields)
  return {
    ...crd,
    spec: {
      group: spec['group'],
      names: spec['names'],
      scope: spec['scope'],
      versions: versions.map((version) => ({
        name: version['name'],
        served: version['served'],
        storage: version['storage'],
        ...(version['storage'] === true && {
          schema: { openAPIV3Schema: leanSchema(schemaOf(version), outlineDepth) },
        }),
      })),
    },
  }
}

function leanSchema(schema: Fields, depth: number): Fields {
  const properties = fields(schema['properties'])
  const names = Object.keys(properties)
  if (depth === 0 || names.length === 0) return {}
  return {
    properties: Object.fromEntries(
      names.map((name) => [name, leanSchema(fields(properties[name]), depth - 1)]),
    ),
  }
}

function outlineOf(schema: Fields, depth: number): FieldOutline {
  if (depth === 0) return {}
  const properties = fields(schema['properties'])
  return Object.fromEntries(
    Object.keys(properties).map((name) => [name, outlineOf(fields(properties[name]), depth - 1)]),
  )
}

const schemaOf = (version: Fields): Fields => fields(fields(version['schema'])['openAPIV3Schema'])

const textsOf = (value: unknown): readonly string[] =>
  list(value).filter((each): each is string => typeof each === 'string')
