import { createHash } from 'node:crypto'
import type { Json, JsonObject } from '../json/json.ts'
import { stringifyJson } from '../json/stringify-json.ts'
import type { Resource } from '../resources/resource.ts'
import type { Slices } from '../schema/slices.ts'
import { documentPath, groupVersions, type ServedVersion, versionsIn } from './group-versions.ts'

/**
 * The index at `/openapi/v3`. Each address carries a hash that changes whenever its document does, so that clients may
 * keep a document for ever. `prefix` is the path under which the cluster is served.
 */
export function* openApiV3Index(resources: readonly Resource[], prefix = ''): Slices<JsonObject> {
  const entries: (readonly [string, JsonObject])[] = []
  for (const groupVersion of groupVersions(resources)) {
    const path = documentPath(groupVersion)
    const hash = yield* openApiV3Hash(groupVersion, resources)
    entries.push([path, { serverRelativeURL: `${prefix}/openapi/v3/${path}?hash=${hash}` }])
  }
  return { paths: Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1))) }
}

/** The hash in the address of one document. Computed from what the document is made of, without making it. */
export function* openApiV3Hash(groupVersion: string, resources: readonly Resource[]): Slices<string> {
  const hash = createHash('sha512')
  for (const served of versionsIn(groupVersion, resources)) {
    if (served.resource.origin === 'custom') yield
    hash.update(`${fingerprint(served)}\n`)
  }
  return hash.digest('hex').toUpperCase()
}

function fingerprint({ resource, version }: ServedVersion): string {
  const { group, kind, listKind, plural, scope, origin } = resource
  const { name, status, scale } = version
  const subresources = (version.subresources ?? []).map((subresource) => subresource.name)
  // A built-in schema never changes, and reading it here would load every table.
  const schema = origin === 'custom' ? (version.schema as unknown as Json) : null
  return stringifyJson([
    group,
    kind,
    listKind,
    plural,
    scope,
    name,
    status,
    scale !== undefined,
    subresources,
    schema,
  ])
}
