import type { KindRef, NarrowIndex } from '@sitrep/status'

/** A kind as one server serves it. */
export interface ServedResource extends KindRef {
  readonly version: string
  readonly plural: string
  readonly namespaced: boolean
  /** Singular and short names. */
  readonly names: readonly string[]
  /** What it is called together with others: `all`, `managed`. */
  readonly categories?: readonly string[]
}

/** Which objects of a resource are meant. */
export interface ResourceScope {
  readonly namespace?: string
  readonly fieldSelector?: string
  readonly labelSelector?: string
}

interface Asked {
  readonly key: string
  /** To which everything is limited; left out: all namespaces. */
  readonly namespace: string | undefined
}

/** Which objects one key of an index leads to. Without an index it is all of them. */
export function narrowScope(index: NarrowIndex | undefined, { key, namespace }: Asked): ResourceScope {
  const within = namespace === undefined ? {} : { namespace }
  if (index === undefined) return within
  if (index.namespaced !== true) return { ...within, fieldSelector: `${index.fieldSelector}=${key}` }
  const slash = key.indexOf('/')
  const [own, name] = [key.slice(0, slash), key.slice(slash + 1)]
  const fieldSelector = `${index.fieldSelector}=${name}`
  if (namespace === undefined || namespace === own) return { namespace: own, fieldSelector }
  // Beyond the one namespace nothing is seen, and nothing is asked for there: a server finds none of these.
  return { ...within, fieldSelector: `${fieldSelector},metadata.namespace=${own}` }
}

/** Whether a key of an index is the name of one object. */
export const isOneName = (index: NarrowIndex | undefined): boolean => index?.fieldSelector === 'metadata.name'

/** The path of a resource's collection. */
export function collectionPath(
  { group, version, plural, namespaced }: ServedResource,
  namespace?: string,
): string {
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`
  const within =
    namespaced && namespace !== undefined && namespace !== ''
      ? `/namespaces/${encodeURIComponent(namespace)}`
      : ''
  return `${root}${within}/${plural}`
}

/** The path of one object, or of a subresource of it. */
export function objectPath(
  resource: ServedResource,
  { namespace, name }: { namespace?: string; name: string },
  subresource?: string,
): string {
  const path = `${collectionPath(resource, namespace)}/${encodeURIComponent(name)}`
  return subresource === undefined ? path : `${path}/${subresource}`
}

/** A path with its query; parameters that are `undefined` are left out. */
export function withQuery(
  path: string,
  query: Readonly<Record<string, string | number | boolean | undefined>>,
): string {
  const parts = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`)
  return parts.length === 0 ? path : `${path}?${parts.join('&')}`
}
