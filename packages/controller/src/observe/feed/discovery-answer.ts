import { isFields } from '@sitrep/status'
import { ControllerError } from '../../errors.ts'

/** A group as aggregated discovery describes it. */
export interface GroupDiscovery {
  readonly metadata: { readonly name?: string }
  readonly versions: readonly VersionDiscovery[]
}

export interface VersionDiscovery {
  readonly version: string
  readonly freshness?: string
  /** Left out where a version serves nothing. */
  readonly resources?: readonly ResourceDiscovery[]
}

export interface ResourceDiscovery {
  readonly resource: string
  readonly responseKind?: { readonly kind: string }
  readonly scope: 'Namespaced' | 'Cluster'
  readonly singularResource?: string
  readonly shortNames?: readonly string[]
  readonly categories?: readonly string[]
  readonly verbs: readonly string[]
}

/** A group as older servers name it. */
export interface GroupName {
  readonly name: string
  readonly versions: readonly { readonly version: string }[]
}

/** A resource as older servers describe it. */
export interface ListedResource {
  readonly name: string
  readonly kind: string
  readonly namespaced: boolean
  readonly singularName?: string
  readonly shortNames?: readonly string[]
  readonly categories?: readonly string[]
  readonly verbs: readonly string[]
}

type Check = (value: Readonly<Record<string, unknown>>) => boolean

/**
 * The entries of an answer. One that cannot be understood makes the whole answer unreadable: leaving it out would say that its kinds are
 * not served, and that there are no objects of them.
 */
function entries<Entry>(what: string, value: unknown, check: Check): readonly Entry[] {
  if (isListOf(value, check)) return value as readonly Entry[]
  throw new ControllerError('unreadable-answer', `What is served cannot be read: ${what} are malformed`, {
    retry: 'with-backoff',
  })
}

export const readGroups = (value: unknown): readonly GroupDiscovery[] => entries('the groups', value, isGroup)

export const readGroupNames = (value: unknown): readonly GroupName[] =>
  entries(
    'the names of groups',
    value,
    ({ name, versions }) => isText(name) && isListOf(versions, hasVersion),
  )

export const readResources = (value: unknown): readonly ListedResource[] =>
  entries(
    'the resources',
    value,
    ({ name, kind, verbs, shortNames, categories, singularName }) =>
      (singularName === undefined || isText(singularName)) &&
      isText(name) &&
      (name as string).split('/').every(isPart) &&
      isText(kind) &&
      isTexts(verbs) &&
      areNames(shortNames) &&
      areNames(categories),
  )

const isListOf = (value: unknown, check: Check): boolean =>
  Array.isArray(value) && value.every((item) => isFields(item) && check(item))
const isText = (value: unknown): boolean => typeof value === 'string'
// A part of a path, here and in the names of files.
const isPart = (value: unknown): boolean => typeof value === 'string' && /^[\w][\w.-]{0,252}$/.test(value)
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText)
const areNames = (value: unknown): boolean => value === undefined || isTexts(value)

const hasVersion: Check = ({ version }) => isText(version)

const isGroup: Check = ({ metadata, versions }) =>
  isFields(metadata) &&
  (metadata.name === undefined || isText(metadata.name)) &&
  isListOf(
    versions,
    (version) =>
      hasVersion(version) && (version.resources === undefined || isListOf(version.resources, isResource)),
  )

const isResource: Check = ({ resource, responseKind, verbs, shortNames, categories, singularResource }) =>
  isPart(resource) &&
  (singularResource === undefined || isText(singularResource)) &&
  isTexts(verbs) &&
  areNames(shortNames) &&
  areNames(categories) &&
  (responseKind === undefined || (isFields(responseKind) && isText(responseKind.kind)))
