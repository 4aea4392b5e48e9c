import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One resource in the table of resources. */
export interface ResourceRow {
  readonly group: string
  readonly plural: string
  readonly kind: string
  readonly singular: string
  readonly scope: string
  readonly shortNames?: readonly string[]
  readonly categories?: readonly string[]
  readonly verbs?: readonly string[]
  readonly storageVersion: string
  /** Most preferred first. */
  readonly versions: Record<string, VersionRow>
}

export interface VersionRow {
  /** Name, `group/version` of its kind, kind, verbs. */
  readonly subresources?: readonly (readonly [string, string, string, readonly string[]])[]
}

interface DiscoveredSubresource {
  readonly subresource: string
  readonly responseKind: { readonly group: string; readonly version: string; readonly kind: string }
  readonly verbs: readonly string[]
}

interface DiscoveredResource {
  readonly resource: string
  readonly responseKind: { readonly kind: string }
  readonly scope: string
  readonly singularResource: string
  readonly shortNames?: readonly string[]
  readonly categories?: readonly string[]
  readonly verbs: readonly string[]
  readonly subresources?: readonly DiscoveredSubresource[]
}

interface DiscoveredGroup {
  readonly metadata: { readonly name?: string }
  readonly versions: readonly {
    readonly version: string
    readonly resources: readonly DiscoveredResource[]
  }[]
}

const allVerbs = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch']

/** Every resource of every published group, the core group first, groups in the order the aggregated document has. */
export function readResources(kubernetes: string): readonly ResourceRow[] {
  const folder = join(kubernetes, 'api', 'discovery')
  const { items } = JSON.parse(readFileSync(join(folder, 'aggregated_v2.json'), 'utf8')) as {
    items: readonly DiscoveredGroup[]
  }
  const groups = [readCoreGroup(folder), ...items]
  return groups.flatMap((group) => groupRows(folder, group))
}

function groupRows(folder: string, group: DiscoveredGroup): readonly ResourceRow[] {
  const rows = new Map<string, ResourceRow>()
  const groupName = group.metadata.name ?? ''
  for (const { version, resources } of group.versions) {
    for (const resource of resources) {
      const row = rows.get(resource.resource) ?? resourceRow(groupName, resource)
      rows.set(resource.resource, row)
      row.versions[version] = versionRow(`${groupName}/${version}`, resource)
    }
  }
  return [...rows.values()].map((row) => ({ ...row, storageVersion: storageVersionOf(folder, row) }))
}

/** Discovery gives only a hash of the version that is stored; the version is the one that has this hash. */
function storageVersionOf(folder: string, { group, kind, plural, versions }: ResourceRow): string {
  const names = Object.keys(versions)
  const preferred = names[0] ?? ''
  const prefix = group === '' ? 'api' : `apis__${group}`
  const document = JSON.parse(readFileSync(join(folder, `${prefix}__${preferred}.json`), 'utf8')) as {
    resources: readonly { name: string; storageVersionHash?: string }[]
  }
  const hash = document.resources.find(({ name }) => name === plural)?.storageVersionHash
  const stored = names.find((version) => {
    const groupVersion = group === '' ? version : `${group}/${version}`
    return (
      createHash('sha256').update(`${groupVersion}/${kind}`).digest().subarray(0, 8).toString('base64') ===
      hash
    )
  })
  return stored ?? preferred
}

function resourceRow(group: string, resource: DiscoveredResource): ResourceRow {
  const { shortNames, categories, verbs } = resource
  return {
    group,
    plural: resource.resource,
    kind: resource.responseKind.kind,
    singular: resource.singularResource,
    scope: resource.scope,
    ...(shortNames && { shortNames }),
    ...(categories && { categories }),
    ...(verbs.join() !== allVerbs.join() && { verbs }),
    storageVersion: '',
    versions: {},
  }
}

function versionRow(groupVersion: string, resource: DiscoveredResource): VersionRow {
  if (resource.subresources === undefined) return {}
  const subresources = resource.subresources.map(
    ({ subresource, responseKind: { group, version, kind }, verbs }) =>
      [subresource, version === '' ? groupVersion : `${group}/${version}`, kind, verbs] as const,
  )
  return { subresources }
}

interface LegacyResource {
  readonly name: string
  readonly kind: string
  readonly namespaced: boolean
  readonly singularName: string
  readonly group?: string
  readonly version?: string
  readonly shortNames?: readonly string[]
  readonly categories?: readonly string[]
  readonly verbs: readonly string[]
}

/** The core group is published only in the older form, which lists subresources as `plural/name`. */
function readCoreGroup(folder: string): DiscoveredGroup {
  const { resources } = JSON.parse(readFileSync(join(folder, 'api__v1.json'), 'utf8')) as {
    resources: readonly LegacyResource[]
  }
  const mains = resources.filter(({ name }) => !name.includes('/'))
  return {
    metadata: {},
    versions: [{ version: 'v1', resources: mains.map((main) => coreResource(main, resources)) }],
  }
}

function coreResource(main: LegacyResource, all: readonly LegacyResource[]): DiscoveredResource {
  const subresources = all
    .filter(({ name }) => name.startsWith(`${main.name}/`))
    .map(({ name, kind, group = '', version = '', verbs }) => ({
      subresource: name.slice(main.name.length + 1),
      responseKind: { group, version, kind },
      verbs,
    }))
  return {
    resource: main.name,
    responseKind: { kind: main.kind },
    scope: main.namespaced ? 'Namespaced' : 'Cluster',
    singularResource: main.singularName,
    ...(main.shortNames && { shortNames: main.shortNames }),
    ...(main.categories && { categories: main.categories }),
    verbs: main.verbs,
    ...(subresources.length > 0 && { subresources }),
  }
}
